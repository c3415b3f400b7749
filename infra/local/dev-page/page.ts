import { escapeMarkup } from '../emulators/xml.ts';

const pageStyle = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem; color: #1c1c1c; }
  a { color: #0b5394; }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
  nav a { display: inline-block; padding-block: .35rem; }
  td a { overflow-wrap: anywhere; }
  section { border-top: 1px solid #767676; margin-top: 1.5rem; }
  form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin-block: .75rem; }
  label { display: grid; }
  input, select, button { font: inherit; padding: .5rem; min-height: 2.75rem; border: 1px solid #767676; border-radius: .25rem; }
  input, select { width: 12rem; max-width: 100%; box-sizing: border-box; }
  table { border-collapse: collapse; width: 100%; }
  th, td { text-align: start; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #d0d0d0; vertical-align: top; }
  .scroll { overflow-x: auto; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f4f4; padding: .75rem; }
  summary { padding-block: .5rem; overflow-wrap: anywhere; }
  .bad { color: #a61b1b; font-weight: 600; }
`;

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

export interface Markup {
  readonly markup: string;
}

/** A template of markup: texts and numbers are escaped, markup and lists of it stay as they are. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | Markup[])[]
): Markup {
  const written = values.map((value) => {
    if (Array.isArray(value)) return value.map((one) => one.markup).join('');
    return typeof value === 'object' ? value.markup : escapeMarkup(String(value));
  });
  return { markup: String.raw({ raw: parts }, ...written) };
}

/** A page for developers, complete. It runs no script and loads nothing. */
export const renderPage = (title: string, content: Markup): string =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.markup;

/** A wide table scrolls in its own box. */
export const tableOf = (caption: string, heads: readonly string[], rows: readonly Markup[][]): Markup =>
  markup`<div class="scroll" role="region" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;

export function spanOf(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
