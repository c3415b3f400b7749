import { answersMark } from '#shared/documents/ask.ts';
import { paths } from '#shared/site/paths.ts';
import { ask, type Check, firstWrong } from './check.ts';

/** Headers that every page, answer and picture carries, each with what it must say; that of TLS has its own check. */
const guards: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['x-content-type-options', /^nosniff$/],
  ['x-frame-options', /^DENY$/],
  ['referrer-policy', /^no-referrer$/],
];

const guarded = (answer: Awaited<ReturnType<typeof ask>>, policy: RegExp) =>
  firstWrong(
    ...[...guards, ['content-security-policy', policy] as const].map(
      ([name, pattern]) =>
        [pattern.test(answer.header(name)), `${name}: ${answer.header(name) || 'not there'}`] as const,
    ),
  );

export const siteChecks: readonly Check[] = [
  {
    name: 'any address shows the application, and one that the site does not know says so',
    expects: '/messages/a answers 200 with the empty application, /no-such-page and /no-such-page.html 404 with it.',
    async run({ site }) {
      const wanted = { '/messages/a': 200, '/no-such-page': 404, '/no-such-page.html': 404 };
      for (const [path, expected] of Object.entries(wanted)) {
        const { status, text, seen } = await ask(site + path);
        const flaw = firstWrong([status === expected && /<div id="root"><\/div>/.test(text), `${path}: ${seen}`]);
        if (flaw) return flaw;
      }
      return undefined;
    },
  },
  {
    name: 'public pages are there without scripts',
    expects: '/terms answers 200 with its text.',
    async run({ site }) {
      const { status, text, seen } = await ask(`${site}/terms`);
      return firstWrong([status === 200 && /<h1/.test(text), seen]);
    },
  },
  {
    name: 'documents have their listings',
    expects: 'Home page and /find-parcels come from the function, with listings, unless pageDocuments is "built".',
    async run({ site }) {
      for (const path of [paths.home, paths.findParcels]) {
        const { text, seen } = await ask(site + path);
        const flaw = firstWrong([text.includes(answersMark), `${path}: ${seen}, the built document`]);
        if (flaw) return flaw;
      }
      return undefined;
    },
  },
  {
    name: 'pages are asked for again, hashed files never',
    expects: 'A page says no-cache, and the script that it names a year, immutable.',
    async run({ site }) {
      const page = await ask(`${site}/`);
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1];
      const file = await ask(site + script);
      return firstWrong(
        [script !== undefined, 'the page names no script'],
        [page.header('cache-control') === 'no-cache', `page: ${page.header('cache-control')}`],
        [/max-age=31536000, immutable/.test(file.header('cache-control')), `script: ${file.header('cache-control')}`],
      );
    },
  },
  {
    name: 'pages run our own scripts alone',
    expects: 'A page carries the headers of security, with a policy that allows scripts of the site only.',
    run: async ({ site }) => guarded(await ask(`${site}/`), /script-src 'self';/),
  },
  {
    name: 'answers of the API never run as a page',
    expects: 'An answer of the API carries the headers of security, with a policy that allows nothing.',
    run: async ({ site }) => guarded(await ask(`${site}/api/health`), /^default-src 'none'; frame-ancestors 'none'$/),
  },
  {
    name: 'shared links are pages without scripts',
    expects:
      '/p/- and /t/- answer 410 with a page that is not kept; its policy allows its one stylesheet and pictures.',
    async run({ site }) {
      const answers = await Promise.all(['/p/-', '/t/-?utm_source=x'].map((path) => ask(site + path)));
      for (const answer of answers) {
        const { status, text, header, seen } = answer;
        const flaw =
          firstWrong(
            [status === 410 && text.startsWith('<!doctype html>'), seen],
            [header('cache-control') === 'no-store', `cache-control: ${header('cache-control')}`],
          ) ?? guarded(answer, /^default-src 'none'; img-src 'self'; style-src 'sha256-\S+'; frame-ancestors 'none'/);
        if (flaw) return flaw;
      }
      return undefined;
    },
  },
  {
    name: 'a shared link has a picture',
    expects: '/share/plane.png answers 200 as image/png.',
    async run({ site }) {
      const { status, header, seen } = await ask(`${site}/share/plane.png`);
      return firstWrong([status === 200 && header('content-type') === 'image/png', seen]);
    },
  },
  {
    name: 'pictures of members never run as a page',
    expects: 'Whatever is below /media/ carries the headers of security in a sandbox; what is missing is not kept.',
    async run({ site }) {
      const answer = await ask(`${site}/media/no-such-picture`);
      const age = answer.header('cache-control');
      return guarded(answer, /^sandbox; default-src 'none'$/) ?? firstWrong([age === '', age]);
    },
  },
  {
    name: 'search engines get whole addresses',
    expects: 'sitemap.xml, corridors.xml, robots.txt and /terms name this site and no placeholder.',
    async run({ site }) {
      const [map, corridors, robots, terms] = await Promise.all(
        ['/sitemap.xml', '/corridors.xml', '/robots.txt', '/terms'].map((path) => ask(site + path)),
      );
      return firstWrong(
        [map?.text.includes(`<loc>${site}/terms</loc>`) ?? false, `sitemap.xml: ${map?.text.slice(0, 200)}`],
        [corridors?.status === 200 && corridors.text.includes('<urlset'), `corridors.xml: ${corridors?.seen}`],
        [robots?.text.includes(`${site}/corridors.xml`) ?? false, `robots.txt: ${robots?.text.slice(0, 200)}`],
        [!/site-address\.invalid/.test(`${map?.text}${robots?.text}${terms?.text}`), 'the placeholder'],
      );
    },
  },
  {
    name: 'visitors are led to TLS',
    expects: 'The site answers http:// with 301 to https://.',
    notLocal: 'this machine answers without TLS',
    async run({ site }) {
      const { status, header, seen } = await ask(site.replace('https:', 'http:'));
      return firstWrong([status === 301 && header('location').startsWith(site), seen]);
    },
  },
  {
    name: 'browsers keep to TLS',
    expects: 'Pages, answers and pictures ask for TLS for a year.',
    notLocal: 'this machine answers without TLS',
    async run({ site }) {
      const answers = await Promise.all(['/', '/api/health', '/media/no-such-picture'].map((path) => ask(site + path)));
      const said = answers.map(({ header }) => header('strict-transport-security'));
      return firstWrong([said.every((text) => text === 'max-age=31536000'), said.join(', ')]);
    },
  },
];
