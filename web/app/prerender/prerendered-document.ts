import { corridorRoutes } from '#shared/corridors/contract.ts';
import { answersMark } from '#shared/documents/ask.ts';
import { paths } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { isListed, pages, type SitePage } from '#web/app/pages.ts';
import { documentTitle } from '#web/lib/document/document-head.ts';

/** The files of the site that the document of a page names. */
export interface PageFiles {
  /** The script that loads the application, the built `web/start.ts`; an absolute path. */
  readonly start: string;
  readonly modules: readonly string[];
  /** Files of the page behind the main button, absolute paths. */
  readonly opened: readonly string[];
  readonly styles: readonly string[];
}

interface Rendered extends PageFiles {
  readonly content: string;
  /** The query of the address for which it was rendered, in the spelling of `documentQuery`; none by default. */
  readonly query?: string;
  /** Replies of the API that it shows, by their query keys: the application starts with them. */
  readonly answers?: readonly (readonly [key: readonly unknown[], reply: unknown])[];
}

interface DocumentHead {
  readonly path: string;
  readonly pattern: string;
  readonly title: string;
  readonly description: string;
  /** Undefined if the data of the page decide and are unknown. */
  readonly isListed: boolean | undefined;
  /** A form, whose fields and buttons wait for the application. */
  readonly isForm: boolean;
}

export const headOf = (page: SitePage): DocumentHead => ({
  path: page.path,
  pattern: page.path,
  title: page.title,
  description: descriptions[page.path] ?? brand.tagline,
  isListed: isListed(page),
  isForm: page.isPreviewed === true && !page.hasListings,
});

/** Pages that search engines may list. */
export const listedPages = (): SitePage[] => pages.filter(isListed);

/** Files of `listedPages` below the site's folder: `/` → `index.html`, `/faq` → `faq/index.html`. */
export const documentFile = ({ path }: SitePage) => `${path}/index.html`.replace(/^\/+/, '');

/**
 * The document of a page, made from the built `index.html`. `siteUrl` (`https://…`, without a trailing slash) makes
 * addresses absolute; without a known domain, tags that need an absolute address are left out. `rendered` is absent if
 * only the browser knows the content of the page.
 */
export function documentOf(
  template: string,
  page: DocumentHead,
  rendered: Rendered | undefined,
  siteUrl: string | undefined,
): string {
  const { description } = page;
  const title = documentTitle(page.title);
  const head = [
    ...(page.isListed === undefined
      ? []
      : [`<meta name="robots" content="${page.isListed ? 'index, follow' : 'noindex'}" />`]),
    ...(siteUrl && page.isListed ? [`<link rel="canonical" href="${siteUrl}${page.path}" />`] : []),
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:locale', 'fr_FR'),
    property('og:title', title),
    property('og:description', description),
    ...(siteUrl
      ? [
          ...(page.isListed ? [property('og:url', siteUrl + page.path)] : []),
          property('og:image', `${siteUrl}/share.png`),
          largeCard,
        ]
      : []),
    ...(rendered?.styles ?? []).map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
  ];
  const html = described(template, title, description).replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`);
  return rendered ? withContent(html, page, rendered) : html;
}

/**
 * The content comes before the application: `web/start.ts` loads the application's files after the styles. The first
 * paint waits for that script, a small file beside them, because it reserves space for a member's banner. A form needs
 * it too: without it the browser would put the typed text into the URL. A form fetches the application's entry, half of
 * all bytes, beside the styles; all files beside them would delay the paint too much (decision 016).
 */
function withContent(
  html: string,
  { pattern, isForm }: DocumentHead,
  { content, query, answers, start, modules, opened }: Rendered,
): string {
  const madeFor = query ? ` data-query="${escaped(query)}"` : '';
  // Header and footer lead away also where no script runs.
  const waiting = isForm ? content.replace('<main ', '<main inert ') : content;
  const root = `<div id="root" data-path="${pattern}"${madeFor}>${waiting}</div>${answers ? answersOf(answers) : ''}`;
  const application: string[] = [];
  const withoutApplication = html.replaceAll(
    /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g,
    (_, file: string) => {
      application.push(file);
      return '';
    },
  );
  const [entry] = application;
  const early = !isForm || !entry ? '' : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${entry}" />`;
  const files = [...application, ...modules].join(' ');
  const onPress = opened.length > 0 ? ` data-opened="${opened.join(' ')}"` : '';
  const script = `<script type="module" blocking="render" crossorigin src="${start}" data-application="${files}"${onPress}></script>`;
  return withoutApplication
    .replace('<div id="root"></div>', () => root)
    .replace('</head>', () => `  ${script}${early}\n  </head>`);
}

/** Data, which browsers do not run. No text of it can end the element. */
const answersOf = (answers: NonNullable<Rendered['answers']>): string =>
  `${answersMark}${JSON.stringify(answers).replaceAll('<', '\\u003c')}</script>`;

/** The application alone, which chooses the page: the document of every address that search engines may not list. */
export const unlistedShellOf = (template: string): string =>
  described(template, brand.name, brand.tagline).replace(
    '</head>',
    () => '  <meta name="robots" content="noindex" />\n  </head>',
  );

/** Replaces the document of any corridor while the function that renders it fails. */
export const corridorShellOf = (template: string): string =>
  described(template, documentTitle(corridorHeading), descriptions[paths.findParcels] ?? brand.tagline).replace(
    '<div id="root"></div>',
    (root) => root.replace('></', `><h1 class="container page">${corridorHeading}</h1></`),
  );

const corridorHeading = 'Colis et trajets entre deux villes';

/** A site map needs absolute addresses; without a known domain it has paths, which the deployment completes. */
export const siteMap = (siteUrl = ''): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...listedPages()
      .filter(({ access }) => access === 'public')
      .map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

/** The pages of the site, and the routes with listings, which a function answers. */
const siteMaps = ['/sitemap.xml', corridorRoutes.corridorsSitemap.path];

/** Only the API is disallowed. Private pages have `noindex`, which a crawler must be able to read. */
export const robots = (siteUrl?: string): string =>
  [
    'User-agent: *',
    'Disallow: /api/',
    ...(siteUrl ? siteMaps.map((path) => `Sitemap: ${siteUrl}${path}`) : []),
    '',
  ].join('\n');

const described = (template: string, title: string, description: string) =>
  template
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<meta name="description"[^>]*>/, () => `<meta name="description" content="${escaped(description)}" />`);

const property = (name: string, content: string) => `<meta property="${name}" content="${escaped(content)}" />`;
const largeCard = '<meta name="twitter:card" content="summary_large_image" />';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The texts for search engines and link previews of each listed page, by its path. They are not in the table of pages,
 * so that visitors do not download them.
 */
export const descriptions: Readonly<Record<string, string>> = {
  [paths.home]:
    "Envoyez un colis avec un voyageur vérifié, ou transportez-en un sur votre trajet : la livraison entre particuliers, notamment entre la France et l'Algérie.",
  [paths.login]: 'Connectez-vous pour publier un colis ou un trajet, répondre à vos messages et suivre vos livraisons.',
  [paths.register]:
    "Créez votre compte gratuitement : une pièce d'identité et une photo suffisent, votre profil est vérifié sous 24 à 48 heures.",
  [paths.findParcels]:
    'Parcourez les colis à transporter et les trajets proposés par des particuliers, par ville, pays et date.',
  [paths.sendParcel]: 'Décrivez votre colis, publiez-le et choisissez un voyageur vérifié qui fait le trajet.',
  [paths.transportParcel]:
    "Publiez votre trajet, choisissez les colis que vous acceptez et mettez-vous d'accord sur le prix avec l'expéditeur.",
  [paths.paymentMethods]:
    "L'abonnement annuel de 5000 DA : ce qu'il permet, sa durée de 12 mois, et les comptes sur lesquels le payer.",
  [paths.about]: "Pourquoi ce service existe, comment il est tenu honnête, et qui l'exploite.",
  [paths.howItWorks]:
    'Envoyer ou transporter un colis en quatre étapes, ce qui est interdit, la douane et la vérification des membres.',
  [paths.faq]:
    "Identité, colis interdits, douane entre la France et l'Algérie, prix, livraison : les réponses aux questions des membres.",
  [paths.contact]:
    "Écrivez à l'équipe : un compte, une vérification, un colis, une livraison. Vous recevez une référence de suivi.",
  [paths.terms]:
    'Les règles entre membres et exploitant : inscription, colis interdits, douane, rendez-vous, prix, responsabilité.',
  [paths.privacy]:
    "Quelles données sont traitées, qui voit vos documents d'identité, combien de temps elles sont conservées, et vos droits.",
  [paths.cookies]:
    'Ce que le site garde sur votre appareil, et seulement cela : votre session et vos saisies. Aucun traceur.',
  [paths.legalNotice]: "Qui édite ce site, qui l'héberge, comment nous joindre, et à qui adresser une réclamation.",
  [paths.accessibility]:
    'Ce que nous faisons pour que tous puissent utiliser le site, ce qui gêne encore, et comment nous le dire.',
};
