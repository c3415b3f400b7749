import { createHash } from 'node:crypto';
import type { Mail } from './ses.ts';
import { escapeMarkup } from './xml.ts';

/** The page shows the latest mails only: a long test run sends thousands. */
const shownMails = 50;

const pageStyle = `
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1c1c; }
  article { border: 1px solid #767676; border-radius: .5rem; padding: 0 1rem 1rem; margin-block: 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
  iframe { width: 100%; height: 30rem; border: 1px solid #767676; background: #fff; }
`;

/**
 * Renews the codes. Checks for new mail and replaces the list only when there is some, so that it does not disturb
 * reading.
 */
const refresh = `
  setInterval(async () => {
    const answer = await fetch(location.href).catch(() => undefined);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('main');
    const shown = document.querySelector('main');
    const codes = page.querySelector('#codes');
    if (codes) document.querySelector('#codes')?.replaceWith(codes);
    if (!fresh || fresh.dataset.latest === shown.dataset.latest) return;
    shown.replaceWith(fresh);
    document.querySelector('[role=status]').textContent = 'De nouveaux messages sont arrivés.';
  }, 3000);
`;

/** The mails run no script and load only pictures; the page runs its own script alone. */
const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  `script-src 'sha256-${createHash('sha256').update(refresh).digest('base64')}'`,
  "connect-src 'self'",
  'img-src * data:',
].join('; ');

export interface PresentCode {
  readonly email: string;
  readonly code: string;
}

/**
 * The page of the local inbox, complete: `mails` newest first, as the sink gives them, and the codes that
 * administrators of the demo are asked for.
 */
export function renderInbox(mails: readonly Mail[], codes: readonly PresentCode[] = []): string {
  const list = mails.slice(0, shownMails).map(renderMail).join('\n') || '<p>Aucun message pour le moment.</p>';
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Boîte de réception locale</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>Boîte de réception locale</h1>
<p>Aucun message ne quitte cette machine. Une adresse qui commence par <code>bounce@</code> est refusée exprès ; les mails à <code>bounce@simulator.amazonses.com</code> reviennent.</p>
${renderCodes(codes)}
<p role="status"></p>
<main data-latest="${mails.length} ${escapeMarkup(mails[0]?.at ?? '')}">
${list}
</main>
<script>${refresh}</script>
</body>
</html>
`;
}

function renderCodes(codes: readonly PresentCode[]): string {
  if (codes.length === 0) return '';
  const lines = codes.map(
    ({ email, code }) =>
      `<dt>${escapeMarkup(email)}</dt><dd><strong>${code.slice(0, 3)} ${code.slice(3)}</strong></dd>`,
  );
  return `<section id="codes">
<h2>Codes des administrateurs de la démonstration</h2>
<p>Valables maintenant, chacun une seule fois ; ils changent toutes les 30 secondes.</p>
<dl>${lines.join('')}</dl>
</section>`;
}

function renderMail(mail: Mail): string {
  const subject = escapeMarkup(mail.subject || '(sans objet)');
  return `<article>
<h2>${subject}</h2>
<p>À : ${escapeMarkup(mail.to.join(', '))}<br>De : ${escapeMarkup(mail.from)}<br>Le : <time datetime="${escapeMarkup(mail.at)}">${frenchTime(mail.at)}</time></p>
<pre dir="auto">${withLinks(mail.text)}</pre>
${mail.headers ? renderHeaders(mail.headers) : ''}
${mail.html ? renderHtmlVersion(mail.html, subject) : ''}
</article>`;
}

function renderHeaders(headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${escapeMarkup(name)}: ${escapeMarkup(value)}`);
  return `<details><summary>En-têtes</summary><pre>${lines.join('\n')}</pre></details>`;
}

/** Sandboxed: no script, no form, another origin than the page; its links open in a new tab. */
function renderHtmlVersion(html: string, escapedSubject: string): string {
  const document = escapeMarkup(`<base target="_blank">${html}`);
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
  return `<details open><summary>Version mise en page</summary>
<iframe title="Message : ${escapedSubject}" loading="lazy" sandbox="${sandbox}" srcdoc="${document}"></iframe></details>`;
}

function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, i) => (i % 2 === 1 ? `<a href="${escapeMarkup(part)}">${escapeMarkup(part)}</a>` : escapeMarkup(part)))
    .join('');
}

function frenchTime(at: string): string {
  return new Intl.DateTimeFormat('fr', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Africa/Algiers' }).format(
    new Date(at),
  );
}
