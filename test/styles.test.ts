import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** Classes of the whole site: they are in `web/theme/base.css`, and a part may arrange elements with them. */
const sharedWords = ['card', 'card-grid', 'cluster', 'container', 'icon-button', 'prose', 'stack'];
/** Parts that another part arranges by their class. */
const arranged = ['actions-menu', 'fact-list'];
/** Names of libraries: Amplify's and the calendar's. */
const foreign = /^(?:amplify|rdp)-/;

type Sources = Readonly<Record<string, string>>;
const sourcesOf = (pattern: string): Sources =>
  Object.fromEntries(globSync(pattern).map((file) => [file, readFileSync(file, 'utf8')]));
const sheets = sourcesOf('web/**/*.css');

/** The classes that a stylesheet selects; without declarations, comments and strings. */
function classesIn(sheet: string): Set<string> {
  const selectors = sheet.replaceAll(/\/\*[\s\S]*?\*\/|@import[^;]*;|"[^"]*"/g, '').match(/[^{}]+(?=\{)/g) ?? [];
  const found = selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
  );
  return new Set(found.filter((name) => !foreign.test(name)));
}

function styledTwice(sources: Sources): string[] {
  const files = new Map<string, string[]>();
  for (const [file, sheet] of Object.entries(sources)) {
    for (const name of classesIn(sheet)) files.set(name, [...(files.get(name) ?? []), file]);
  }
  return [...files]
    .filter(([, of]) => of.length > 1)
    .map(([name]) => name)
    .sort();
}

/**
 * Stylesheets that the component of their name does not import, or no component of their folder where none bears it.
 */
function withoutComponent(sources: Sources, exists: (file: string) => boolean, code: Sources): string[] {
  return Object.keys(sources).filter((sheet) => {
    const imports = ([file, text]: [string, string]) =>
      text.includes(`import '#${sheet}';`) && file.startsWith(`${dirname(sheet)}/`);
    const own = sheet.replace(/css$/, 'tsx');
    return !Object.entries(code).some((one) => imports(one) && (!exists(own) || one[0] === own));
  });
}

test('each class is styled in one file', () => {
  expect(styledTwice(sheets)).toEqual([...sharedWords, ...arranged].sort());
  expect(sharedWords.filter((word) => !classesIn(sheets['web/theme/base.css'] ?? '').has(word))).toEqual([]);
  // Proves that the check notices a breach.
  expect(styledTwice({ 'a.css': '.a { top: 0.5rem; }', 'b.css': '@media print { b > .a:hover { top: 0; } }' })).toEqual(
    ['a'],
  );
});

test('each stylesheet is imported by the theme, or by a component beside it', () => {
  const parts = sourcesOf('web/{app,forms,features,routes}/**/*.css');
  expect(Object.keys(parts).length).toBeGreaterThan(20);
  for (const sheet of globSync('web/ui/**/*.css'))
    expect(sheets['web/theme/app.css']).toContain(`@import "${sheet.replace('web/', '../')}"`);
  expect(withoutComponent(parts, existsSync, sourcesOf('web/**/*.tsx'))).toEqual([]);
  // Proves that the check notices a breach.
  const far = { 'web/routes/tabs.tsx': "import '#web/ui/tabs.css';" };
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, existsSync, far)).toEqual(['web/ui/tabs.css']);
  const other = { 'web/ui/other.tsx': "import '#web/ui/tabs.css';" };
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, () => true, other)).toEqual(['web/ui/tabs.css']);
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, () => false, other)).toEqual([]);
});

/** The widths in rem that the theme names. */
const breakpoints = [...(sheets['web/theme/base.css'] ?? '').matchAll(/^ {3}[a-z]+ (\d+): /gm)].map(([, width]) =>
  Number(width),
);

/** The conditions on a width, in stylesheets and in `matchMedia`, that belong to no breakpoint. */
const unnamedWidths = (source: string): string[] =>
  [...source.matchAll(/(?:@(?:media|container)|['"`](?=\())[^{'"`]*/g)]
    .flatMap(([condition]) => condition.match(/\([^()]*(?:width|inline-size)[^()]*\)/g) ?? [])
    .filter((condition) => {
      const [, end, value] = /^\((min|max)-width: ([\d.]+)r?em\)$/.exec(condition) ?? [];
      return !breakpoints.includes(end === 'max' ? Number((Number(value) + 0.01).toFixed(2)) : Number(value));
    });

test('the layout changes at no more than eight widths, each named in the theme', () => {
  const sources = { ...sheets, ...sourcesOf('web/**/*.ts'), ...sourcesOf('web/**/*.tsx') };
  expect(breakpoints.length).toBeGreaterThan(3);
  expect(breakpoints.length).toBeLessThanOrEqual(8);
  expect(
    Object.entries(sources).flatMap(([file, source]) => unnamedWidths(source).map((one) => `${file}: ${one}`)),
  ).toEqual([]);
  expect(
    breakpoints.filter(
      (width) =>
        !Object.values(sheets).some((sheet) => new RegExp(`-width: (${width}|${width - 1}.99)r?em`).test(sheet)),
    ),
  ).toEqual([]);
  // Proves that the check notices a breach.
  for (const breach of [
    '@media (min-width: 50em) {',
    '@media (max-width: 48em) {',
    '@media screen and (min-width: 48em) and (max-width: 70.99em) {',
    '@media (width >= 48em) {',
    '@media (min-width: 768px) {',
    '@container page (max-width: 17.99rem) {',
    "useMediaQuery('(min-width: 50em)')",
  ])
    expect(unnamedWidths(breach), breach).toHaveLength(1);
  expect(unnamedWidths('@container page (min-width: 48rem) and (max-width: 61.99rem) {')).toEqual([]);
});

/** Distances that belong to a thing and not to the rhythm of a page. */
const otherSpacing = [
  // The margin of a sheet of paper.
  'web/features/deliveries/deliveries.css: margin: 14mm',
  // A finger's target on the line of the other cells.
  'web/features/listings/listing-table.css: margin-block: calc((1.5rem - 2.75rem) / 2)',
  // A finger's target on the line of a bubble's time.
  'web/features/messaging/messaging.css: margin-block: calc((1rem - 2.75rem) / 2)',
  // The knob of a switch.
  'web/features/profiles/profile.css: margin: 0.125rem',
];

/** Gaps, paddings and margins with a length that neither is a token nor is calculated from one. */
function unnamedSpacing(sheet: string): string[] {
  const code = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...code.matchAll(/(?<![\w-])((?:(?:row|column)-)?gap|(?:padding|margin)[a-z-]*):\s*([^;}]+)/g)]
    .filter(([, , value = '']) => {
      const parts = value.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
      return !parts.every((part) => /^(?:0|auto|1px)$/.test(part) || /var\(--|env\(/.test(part));
    })
    .map(([, property, value]) => `${property}: ${value?.trim()}`);
}

test('distances come from the eight of the theme', () => {
  const named = new Set(sheets['web/theme/base.css']?.match(/--space-\d+(?=:)/g));
  const used = new Set(Object.values(sheets).flatMap((sheet) => sheet.match(/(?<=var\()--space-\d+/g) ?? []));
  expect(named.size).toBeLessThanOrEqual(8);
  expect(used).toEqual(named);
  expect(
    new Set(Object.entries(sheets).flatMap(([file, sheet]) => unnamedSpacing(sheet).map((one) => `${file}: ${one}`))),
  ).toEqual(new Set(otherSpacing));
  // Proves that the check notices a breach.
  for (const breach of ['gap: 0.375rem;', 'padding: 0 calc(1rem / 2)}', 'margin-block-start:-8px;', 'row-gap: 1em;'])
    expect(unnamedSpacing(`.a { ${breach}`), breach).toHaveLength(1);
  expect(unnamedSpacing('.a { padding: 0 calc(1.5rem + var(--space-3)) auto; scroll-padding: 4rem; }')).toEqual([]);
});
