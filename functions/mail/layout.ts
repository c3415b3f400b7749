import { escaped } from '#functions/platform/html.ts';
import { brand } from '#shared/values/brand.ts';
import { type Colour, scales, white } from '#shared/values/colours.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
import { leftToRight } from '#shared/values/typed/characters.ts';

/** The texts of one mail, which the layout below formats. They are plain text; the layout escapes them. */
export interface MailWords {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly list?: readonly { readonly label: string; readonly url: string }[];
  readonly action?: { readonly label: string; readonly url: string };
  /** The second line of the notice, if that is not the reason. */
  readonly detail?: string;
  /** A second way, in smaller type under the action. */
  readonly second?: { readonly sentence: string; readonly label: string; readonly url: string } | undefined;
  /** Shown in smaller type under the action. */
  readonly note?: string;
  readonly why?: string;
}

export interface MailContent extends MailWords {
  /** Absent where no name may appear. */
  readonly firstName?: string | undefined;
  readonly settingsUrl?: string;
  readonly stopUrl?: string | undefined;
}

export interface Rendered {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** A subject is one line, even with a member's title in it. */
const oneLine = (text: string) => leftToRight(text.replaceAll(/\s+/g, ' ').trim());

const { neutral, primary } = scales;
const button = primary[80][0];

const coloured = (of: (colour: Colour) => string) =>
  [
    `body{background:${of(neutral[10])};color:${of(neutral[100])}}`,
    `main{background:${of(white)}}`,
    `.brand,main a{color:${of(primary[80])}}`,
    `.small{color:${of(neutral[80])}}`,
  ].join('');

/**
 * Colours of the site. Dark mode gets a dark background with the same contrast. Some mail programs drop style sheets;
 * see `inline`.
 */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{display:block;max-width:560px;margin:0 auto;padding:24px;border-radius:12px}
h1{margin:0 0 16px;font-size:20px;line-height:1.3;overflow-wrap:anywhere}
p{margin:0 0 16px;overflow-wrap:anywhere}
.brand{font-weight:700}
.small{font-size:14px}
.small a{color:inherit}
footer{display:block;max-width:560px;margin:16px auto 0;padding:0 24px}
${coloured(([light]) => light)}
@media (prefers-color-scheme:dark){${coloured(([, dark]) => dark)}}
`.trim();

/**
 * Inline styles for mail programs that drop style sheets: the button looks like one, and the preview text is not shown
 * twice.
 */
const inline = {
  action: `display:inline-block;padding:12px 20px;border-radius:8px;background:${button};color:${white[0]};font-weight:600;text-decoration:none`,
  preview: 'display:none;max-height:0;overflow:hidden;mso-hide:all',
} as const;

/** Inboxes show it after the first sentence, in place of the subject and the greeting. */
const filler = '&nbsp;&zwnj;'.repeat(100);

/** The mail as HTML and as plain text, with the same content. */
export function render(content: MailContent): Rendered {
  return {
    subject: withNoBreaks(oneLine(content.subject)),
    html: withNoBreaks(htmlOf(content)),
    text: withNoBreaks(textOf(content)),
  };
}

const greeting = ({ firstName }: MailContent) =>
  firstName === undefined ? 'Bonjour,' : `Bonjour ${oneLine(firstName)},`;
const stopLabel = 'Ne plus recevoir ces emails';
const accountWhy = `Vous recevez ce message car vous avez un compte ${brand.name}.`;

function htmlOf(content: MailContent): string {
  const { list = [], action, second, note, settingsUrl, stopUrl, why = accountWhy } = content;
  const paragraph = (text: string, extra = '') => `<p${extra}>${escaped(text).replaceAll('\n', '<br>')}</p>`;
  return [
    '<!doctype html>',
    '<html lang="fr">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    '<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">',
    `<title>${escaped(oneLine(content.subject))}</title>`,
    `<style>${style}</style>`,
    '</head>',
    // Mail programs drop html and body, and with them the language.
    '<body>',
    `<div style="${inline.preview}" lang="fr">${escaped(oneLine(content.paragraphs[0] ?? ''))}${filler}</div>`,
    '<div lang="fr" dir="ltr">',
    '<main>',
    `<p class="brand">${escaped(brand.name)}</p>`,
    `<h1>${escaped(oneLine(content.subject))}</h1>`,
    paragraph(greeting(content)),
    ...content.paragraphs.map((text) => paragraph(text)),
    ...list.map(({ label, url }) => `<p><a href="${escaped(url)}">${escaped(label)}</a></p>`),
    ...(action
      ? [`<p><a href="${escaped(action.url)}" style="${inline.action}">${escaped(action.label)}</a></p>`]
      : []),
    ...(action
      ? [
          `<p class="small">Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :<br>${escaped(action.url)}</p>`,
        ]
      : []),
    ...(second
      ? [
          `<p class="small">${escaped(second.sentence)}<br><a href="${escaped(second.url)}">${escaped(second.label)}</a></p>`,
        ]
      : []),
    ...(note ? [paragraph(note, ' class="small"')] : []),
    '</main>',
    '<footer class="small">',
    `<p>${escaped(why)}</p>`,
    ...(settingsUrl ? [`<p><a href="${escaped(settingsUrl)}">Choisir les emails que je reçois</a></p>`] : []),
    ...(stopUrl ? [`<p><a href="${escaped(stopUrl)}">${stopLabel}</a></p>`] : []),
    '</footer>',
    '</div>',
    '</body>',
    '</html>',
  ].join('\n');
}

function textOf(content: MailContent): string {
  const { list = [], action, second, note, settingsUrl, stopUrl, why = accountWhy } = content;
  return [
    greeting(content),
    ...content.paragraphs.map(leftToRight),
    ...list.map(({ label, url }) => `${label} : ${url}`),
    ...(action ? [`${action.label} : ${action.url}`] : []),
    ...(second ? [`${second.sentence}\n${second.label} : ${second.url}`] : []),
    ...(note ? [note] : []),
    `${brand.name}\n${why}`,
    ...(settingsUrl ? [`Choisir les emails que je reçois : ${settingsUrl}`] : []),
    ...(stopUrl ? [`${stopLabel} : ${stopUrl}`] : []),
  ].join('\n\n');
}
