const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an XML or HTML element or a quoted attribute; control characters become references. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']|(?![\t\n])\p{Cc}/gu, (c) => escapes[c] ?? `&#${c.charCodeAt(0)};`);
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * The text of every element `name` of a small, trusted document, in order. This is enough for the requests of the SDK.
 */
export function elements(document: string, name: string): string[] {
  return [...document.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))].map((match) => match[1] ?? '');
}

/** Decodes the references of XML text: `a&amp;b` is `a&b`. */
export function unescapeMarkup(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name ?? ''] ?? whole;
  });
}
