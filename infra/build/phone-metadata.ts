import { writeFileSync } from 'node:fs';
import whole from 'libphonenumber-js/max/metadata';
import lengths from 'libphonenumber-js/min/metadata';
import { dialCodes } from '#shared/values/phones/dial-codes.ts';

/** The patterns that format a number. Numbers of other countries are not shown before they are stored. */
const formats = 4;

/**
 * The library's data for the form (decision 049). Countries that the form offers are complete, with the patterns of
 * each kind of number; all others have prefixes, lengths and one pattern.
 */
export function phoneMetadata() {
  const offered = new Set<string>(dialCodes.map(([code]) => code.slice(1)));
  const countries = Object.entries(whole.countries).map(([country, data]) => {
    if (offered.has(String(data[0]))) return [country, data];
    const short = [...(lengths.countries[country as keyof typeof lengths.countries] as unknown[])];
    short[formats] = 0;
    while (short.at(-1) === 0) short.pop();
    return [country, short];
  });
  const { version, country_calling_codes } = whole;
  return { version, country_calling_codes, countries: Object.fromEntries(countries) as Record<string, unknown> };
}

const moduleText = () => `// Made by \`node infra/build/phone-metadata.ts\` from libphonenumber-js.
export const packedMetadata = String.raw\`${JSON.stringify(phoneMetadata())}\`;
`;

if (import.meta.main) writeFileSync('shared/values/phones/phone-metadata.generated.ts', moduleText());
