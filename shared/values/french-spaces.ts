/** An ordinary space before a sign, or after «. With a letter behind it a sign is none of French: `:root`. */
const beforeSigns = /(?<!\s) (?=[:;?!»](?![\p{L}\p{N}]))|(?<=«) (?!\s)/gu;

/** The text with no-break spaces where French has them (decision 047). */
export const withNoBreaks = (text: string): string => text.replaceAll(beforeSigns, '\u00a0');
