import { brand } from '#shared/brand.ts';

/** One mail in words: what the layout below dresses the same way each time. Texts are plain; the layout escapes them. */
export interface Letter {
  readonly subject: string;
  readonly firstName: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Said in smaller type under the action. */
  readonly note?: string;
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

/** A subject is one line, whatever a member wrote into a title. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Colours of the site; a dark reader gets dark paper with the same contrast. */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;background:#f4f5f7;color:#1c2430;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{max-width:560px;margin:0 auto;padding:24px;background:#fff;border-radius:12px}
h1{margin:0 0 16px;font-size:20px;line-height:1.3}
p{margin:0 0 16px;overflow-wrap:anywhere}
.brand{font-weight:700;color:#1d5fbf}
.action{display:inline-block;padding:12px 20px;border-radius:8px;background:#1d5fbf;color:#fff;font-weight:600;text-decoration:none}
.small{font-size:14px;color:#566070}
.small a{color:inherit}
footer{max-width:560px;margin:16px auto 0;padding:0 24px}
@media (prefers-color-scheme:dark){body{background:#12161c;color:#e8ecf2}main{background:#1c222b}.brand{color:#8db8f5}.small{color:#aab4c2}}
`.trim();

/** The mail as HTML and as plain text, saying the same. */
export function render(letter: Letter): Rendered {
  return { subject: oneLine(letter.subject), html: htmlOf(letter), text: textOf(letter) };
}

const greeting = ({ firstName }: Letter) => `Bonjour ${oneLine(firstName)},`;
const reasonToWrite = `Vous recevez ce message car vous avez un compte ${brand.name}.`;

function htmlOf(letter: Letter): string {
  const { action, note, settingsUrl } = letter;
  const paragraph = (text: string, extra = '') => `<p${extra} dir="auto">${escape(text).replaceAll('\n', '<br>')}</p>`;
  return [
    '<!doctype html>',
    '<html lang="fr">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escape(oneLine(letter.subject))}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<p class="brand">${escape(brand.name)}</p>`,
    `<h1 dir="auto">${escape(oneLine(letter.subject))}</h1>`,
    paragraph(greeting(letter)),
    ...letter.paragraphs.map((text) => paragraph(text)),
    ...(action ? [`<p><a class="action" href="${escape(action.url)}">${escape(action.label)}</a></p>`] : []),
    ...(action
      ? [
          `<p class="small">Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :<br>${escape(action.url)}</p>`,
        ]
      : []),
    ...(note ? [paragraph(note, ' class="small"')] : []),
    '</main>',
    '<footer class="small">',
    `<p>${escape(reasonToWrite)}</p>`,
    ...(settingsUrl ? [`<p><a href="${escape(settingsUrl)}">Choisir les emails que je reçois</a></p>`] : []),
    '</footer>',
    '</body>',
    '</html>',
  ].join('\n');
}

function textOf(letter: Letter): string {
  const { action, note, settingsUrl } = letter;
  return [
    greeting(letter),
    ...letter.paragraphs,
    ...(action ? [`${action.label} : ${action.url}`] : []),
    ...(note ? [note] : []),
    `${brand.name}\n${reasonToWrite}`,
    ...(settingsUrl ? [`Choisir les emails que je reçois : ${settingsUrl}`] : []),
  ].join('\n\n');
}
