/** Created on first use and cached: a slow phone takes 2 ms for each, and a list shows a hundred dates and amounts. */
const dates = new Map<string, Intl.DateTimeFormat>();
const numbers = new Map<string, Intl.NumberFormat>();

function kept<Format>(formats: Map<string, Format>, options: object, make: () => Format): Format {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? make();
  formats.set(key, format);
  return format;
}

export const dateText = (moment: Date, options: Intl.DateTimeFormatOptions): string =>
  kept(dates, options, () => new Intl.DateTimeFormat('fr-FR', options))
    .format(moment)
    // French writes « 1er février », which Intl does not support.
    .replace(/(^|\D)1 (?=\p{L})/u, (_, before: string) => `${before}1er `);

/** A number in French, with the comma as decimal mark. */
export const numberText = (value: number, options: Intl.NumberFormatOptions): string =>
  kept(numbers, options, () => new Intl.NumberFormat('fr-FR', options)).format(value);

/** « +33 6 12 34 56 01 », « +213 550 12 34 56 »: a stored number as people read it aloud. Links keep the stored one. */
export const shownPhone = (phone: string): string =>
  phone.replace(/^(\+(?:33|213|212|216|32|41|352|34|39|49|44|351|31|90|971))(\d+)$/, (_, code, digits) => {
    const pairs = String(digits).replace(/\B(?=(?:\d\d)+$)/g, '\u00a0');
    return `${code}\u00a0${code === '+33' ? pairs : pairs.replace(/^(\d)\u00a0/, '$1')}`;
  });
