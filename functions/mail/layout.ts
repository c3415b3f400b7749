import { brand } from '#shared/values/brand.ts';

/** The texts of one mail, which the layout below formats. They are plain text; the layout escapes them. */
export interface MailContent {
  readonly subject: string;
  /** Absent where no name may appear. */
  readonly firstName?: string | undefined;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Shown in smaller type under the action. */
  readonly note?: string;
  /** Why the recipient gets it, where they may have no account. */
  readonly why?: string;
  /** Whether the member can turn such mails off, and where. */
  readonly settingsUrl?: string;
}

export interface Rendered {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);

/** A subject is one line, also with a member's title in it. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Colours of the site; dark mode gets a dark background with the same contrast. Some mail programs drop style sheets:
 * see `inline`.
 */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;background:#faf9f7;color:#1c1a17;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{display:block;max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:12px}
h1{margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
p{margin:0 0 16px;overflow-wrap:anywhere}
.brand{font-weight:700;color:#0b5a6b}
.small{font-size:14px;color:#57524b}
.small a{color:inherit}
footer{display:block;max-width:560px;margin:16px auto 0;padding:0 24px}
@media (prefers-color-scheme:dark){body{background:#0e1a1e;color:#f1efeb}main{background:#16262b}.brand{color:#8fc0c8}.small{color:#c7c2ba}}
`.trim();

/**
 * Inline styles, needed where style sheets are dropped: the button looks like one, and the preview text is not shown
 * twice.
 */
const inline = {
  action:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0b5a6b;color:#ffffff;font-weight:600;text-decoration:none',
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
} as const;

/** The mail as HTML and as plain text, with the same content. */
export function render(content: MailContent): Rendered {
  return { subject: oneLine(content.subject), html: htmlOf(content), text: textOf(content) };
}

const greeting = ({ firstName }: MailContent) =>
  firstName === undefined ? 'Bonjour,' : `Bonjour ${oneLine(firstName)},`;
const accountWhy = `Vous recevez ce message car vous avez un compte ${brand.name}.`;

function htmlOf(content: MailContent): string {
  const { action, note, settingsUrl, why = accountWhy } = content;
  const paragraph = (text: string, extra = '') => `<p${extra}>${escape(text).replaceAll('\n', '<br>')}</p>`;
  return [
    '<!doctype html>',
    '<html lang="fr">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    `<title>${escape(oneLine(content.subject))}</title>`,
    `<style>${style}</style>`,
    '</head>',
    // Mail programs drop html and body, and with them the language.
    '<body>',
    `<div style="${inline.preview}" lang="fr">${escape(oneLine(content.paragraphs[0] ?? ''))}</div>`,
    '<div lang="fr" dir="ltr">',
    '<main>',
    `<p class="brand">${escape(brand.name)}</p>`,
    `<h1>${escape(oneLine(content.subject))}</h1>`,
    paragraph(greeting(content)),
    ...content.paragraphs.map((text) => paragraph(text)),
    ...(action ? [`<p><a href="${escape(action.url)}" style="${inline.action}">${escape(action.label)}</a></p>`] : []),
    ...(action
      ? [
          `<p class="small">Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :<br>${escape(action.url)}</p>`,
        ]
      : []),
    ...(note ? [paragraph(note, ' class="small"')] : []),
    '</main>',
    '<footer class="small">',
    `<p>${escape(why)}</p>`,
    ...(settingsUrl ? [`<p><a href="${escape(settingsUrl)}">Choisir les emails que je reçois</a></p>`] : []),
    '</footer>',
    '</div>',
    '</body>',
    '</html>',
  ].join('\n');
}

function textOf(content: MailContent): string {
  const { action, note, settingsUrl, why = accountWhy } = content;
  return [
    greeting(content),
    ...content.paragraphs,
    ...(action ? [`${action.label} : ${action.url}`] : []),
    ...(note ? [note] : []),
    `${brand.name}\n${why}`,
    ...(settingsUrl ? [`Choisir les emails que je reçois : ${settingsUrl}`] : []),
  ].join('\n\n');
}
