import fc from 'fast-check';
import { getExampleNumber, type NationalNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { phoneMetadata } from '#infra/build/phone-metadata.ts';
import { Phone } from './phone.ts';
import { packedMetadata } from './phone-metadata.generated.ts';
import { phoneNeedle } from './tidy-phone.ts';

/** The stored number, or the sentence of the refusal. */
async function read(typed: string): Promise<string | undefined> {
  const { data, error } = await Phone.safeParseAsync(typed);
  return data ?? error?.issues[0]?.message;
}

/** The code chosen in the form, the trunk zero, and a landline beside the mobile number of the examples. */
const countries = {
  FR: ['+33', '0', '123456789'],
  DZ: ['+213', '0', '21234567'],
  TN: ['+216', '', '71234567'],
  MA: ['+212', '0', '520123456'],
  BE: ['+32', '0', '12345678'],
  CH: ['+41', '0', '212345678'],
  LU: ['+352', '', '27123456'],
  ES: ['+34', '', '810123456'],
  IT: ['+39', '', '0212345678'],
  GB: ['+44', '0', '1212345678'],
  PT: ['+351', '', '212345678'],
  NL: ['+31', '0', '101234567'],
  TR: ['+90', '0', '2123456789'],
  AE: ['+971', '0', '22345678'],
  CA: ['+1', '', '5062345678'],
} as const;
type Country = keyof typeof countries;

const mobileOf = (country: Country) => getExampleNumber(country, examples)?.nationalNumber ?? ('' as NationalNumber);
/** Random last four digits, which each country's pattern allows. */
const aNumber = fc
  .record({
    country: fc.constantFrom(...(Object.keys(countries) as Country[])),
    isMobile: fc.boolean(),
    end: fc.integer({ min: 0, max: 9999 }).map((end) => String(end).padStart(4, '0')),
  })
  .map(({ country, isMobile, end }) => {
    const [code, trunk, landline] = countries[country];
    return { code, trunk, national: (isMobile ? mobileOf(country) : landline).slice(0, -4) + end };
  });

const marks = ['\u200e', '\u202a', '\u2066', '\u200b', '\u00ad', '\ufeff'];
const blanks = ['', ' ', '\u00a0', '\u202f', '.', '-', '\u2011', '\u2013'];
const digits = [
  (text: string) => text,
  (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x6f0 + Number(digit))),
];

/** Spellings of a number, behind the code chosen in the form or with its own. */
const aSpelling = fc
  .record({
    number: aNumber,
    way: fc.nat(7),
    blank: fc.constantFrom(...blanks),
    group: fc.integer({ min: 2, max: 4 }),
    mark: fc.constantFrom('', ...marks),
    script: fc.constantFrom(...digits),
  })
  .map(({ number: { code, trunk, national }, way, blank, group, mark, script }) => {
    const grouped = national.replaceAll(new RegExp(`\\d{${group}}(?=\\d)`, 'g'), (part) => part + blank);
    const ways = [
      `${code} ${trunk}${grouped}`,
      `${code} ${grouped}`,
      `${code} ${trunk && `(${trunk})`}${grouped}`,
      `${code}${grouped}`,
      `00${code.slice(1)} ${grouped}`,
      `(${code}) ${grouped}`,
      `${code} ${code.slice(1)}${grouped}`,
      `Tél. : ${code} ${trunk && `(${trunk}) `}${grouped}`,
    ];
    return { typed: `${mark}${script(ways[way] ?? '')}${mark}`, stored: `${code}${national}` };
  });

test('500 spellings of numbers that exist are stored right, or refused; none is stored wrong', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(aSpelling, async ({ typed, stored }) => {
      const given = await read(typed);
      const isStored = given?.startsWith('+') ?? false;
      if (!isStored) refused += 1;
      expect(isStored ? given : stored).toBe(stored);
    }),
    { numRuns: 500 },
  );
  expect(refused).toBe(0);
});

test('of 200 numbers with a digit too many or too few none is stored', async () => {
  const fixed = (['FR', 'DZ', 'TN', 'MA', 'BE'] as const).map((country) => ({ country, national: mobileOf(country) }));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...fixed),
      fc.nat(9),
      fc.boolean(),
      async ({ country, national }, digit, isLong) => {
        const [code, trunk] = countries[country];
        const given = isLong ? `${national}${digit}` : national.slice(0, -1);
        for (const typed of [`${code}${given}`, `${code} ${trunk}${given}`])
          expect(await read(typed)).toMatch(/^Numéro de téléphone invalide : /);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ['+33 (0)6 12 34 56 78', '+33612345678'],
  ['\u202a+33 6 12 34 56 78\u202c', '+33612345678'],
  ['+33 33612345678', '+33612345678'],
  ['＋33 ٠٦ ١٢ ٣٤ ٥٦ ٧٨', '+33612345678'],
  ['＋３３（０）６－１２．３４．５６．７８', '+33612345678'],
  ['+32 0475∕12⁄34⁄56', '+32475123456'],
  ['+33 +213 550 12 34 56', '+213550123456'],
  ['+216 (0)20 123 456', '+21620123456'],
  ['+39 06 12345678', '+390612345678'],
  ['+32 0475/12.34.56', '+32475123456'],
  ['+221 70 123 45 67', '+221701234567'],
  ['tel:+33-6-12-34-56-78', '+33612345678'],
])('%s is %s', async (typed, stored) => {
  expect(await read(typed)).toBe(stored);
});

test.each([
  ['', ''],
  ['bonjour', ''],
  ['+33 061234567', ' : vérifiez ses chiffres et son pays'],
  ['+33 06123456', ' : il manque des chiffres'],
  ['+33 06123456789', ' : il a trop de chiffres'],
  ['0612345678', " : commencez par l'indicatif du pays, par exemple +33 ou +213"],
  ['+999 123456789', " : cet indicatif de pays n'existe pas"],
  ['+33 01 23 45 67 89 poste 12', ' : indiquez un numéro direct, sans numéro de poste'],
  ['+33 01 23 45 67 89 x12', ' : indiquez un numéro direct, sans numéro de poste'],
  ['+33 06 12 34 56 78 / 07 98 76 54 32', ' : indiquez un seul numéro'],
  ['+33 06 12 34 56 78 ou 07 98 76 54 32', ' : indiquez un seul numéro'],
  ['+33 0612345678 0798765432', ' : indiquez un seul numéro'],
  ['+33 0899 70 12 34', ' : les numéros spéciaux ou surtaxés ne sont pas acceptés'],
  ['+33 06 12 CD 56 78', " : n'écrivez que des chiffres"],
])('%j is refused%s', async (typed, reason) => {
  expect(await read(typed)).toBe(`Numéro de téléphone invalide${reason}`);
});

test.each(['06 12 34 56 78', '+33 (0)6 12 34 56 78', '0033612345678', '٠٦١٢٣٤٥٦٧٨'])(
  'a search for %s finds the stored number',
  (typed) => {
    expect('+33612345678').toContain(phoneNeedle(typed));
  },
);

test('the data of numbers are those of the library that is installed', () => {
  expect(JSON.parse(packedMetadata)).toEqual(JSON.parse(JSON.stringify(phoneMetadata())));
});
