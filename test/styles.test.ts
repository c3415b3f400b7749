import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { build, type Rolldown } from 'vite';
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

test('each stylesheet is imported by the component beside it', () => {
  const parts = sourcesOf('web/{app,ui,forms,features,routes}/**/*.css');
  expect(Object.keys(parts).length).toBeGreaterThan(20);
  expect(withoutComponent(parts, existsSync, sourcesOf('web/**/*.tsx'))).toEqual([]);
  // Proves that the check notices a breach.
  const far = { 'web/routes/tabs.tsx': "import '#web/ui/tabs.css';" };
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, existsSync, far)).toEqual(['web/ui/tabs.css']);
  const other = { 'web/ui/other.tsx': "import '#web/ui/tabs.css';" };
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, () => true, other)).toEqual(['web/ui/tabs.css']);
  expect(withoutComponent({ 'web/ui/tabs.css': '' }, () => false, other)).toEqual([]);
});

test('layers come in the order that the theme declares, in the files of every page', async () => {
  const { output } = (await build({
    configFile: 'web/vite.config.ts',
    logLevel: 'silent',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const text = (fileName: string) => {
    const file = output.find((one) => one.fileName === fileName);
    return file?.type === 'asset' ? String(file.source) : '';
  };
  const linked = [...text('index.html').matchAll(/href="\/(assets\/[^"]+\.css)"/g)].map(([, file = '']) => text(file));
  const layers = linked.flatMap((sheet) => [...sheet.matchAll(/@layer ([\w.]+)/g)].map(([, layer]) => layer));
  expect([...new Set(layers)]).toEqual(['amplify.reset', 'amplify.base', 'amplify.components', 'envoyage']);
});
