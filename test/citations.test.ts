import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const rooms = ['shared', 'functions', 'infra', 'web', 'test', 'docs'];
const entries = await Promise.all(rooms.map((room) => readdir(room, { recursive: true, withFileTypes: true })));
const files = entries
  .flat()
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css|md)$/.test(entry.name) && !entry.name.includes('.generated.'))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((file) => file !== 'test/citations.test.ts')
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md');

/** Sources and documents; a comment that goes on in the next line is one text. */
const texts = await Promise.all(
  files.map(async (file) => ({ file, text: (await readFile(file, 'utf8')).replaceAll(/\s+(?:(?:\*|\/\/) )?/g, ' ') })),
);

/** Each match as « file: text ». */
const found = (pattern: RegExp, within = texts) =>
  within.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));

const namesIn = async (file: string, pattern: RegExp) =>
  [...(await readFile(file, 'utf8')).matchAll(pattern)].map(([, number]) => number);

const places = {
  product: await namesIn('docs/product.md', /^## (\d+\.\d+) /gm),
  rule: await namesIn('docs/decisions/000-rules.md', /^\| (\d+) \|/gm),
  decision: (await readdir('docs/decisions')).flatMap((file) => /^(?!000)(\d{3})-/.exec(file)?.[1] ?? []),
};

test.each(Object.entries(places))('every cited « %s » exists under its number', (word, numbers) => {
  expect(new Set(numbers).size).toBe(numbers.length);
  const citations = found(new RegExp(`\\b${word} \\d+(?:\\.\\d+)?`, 'gi'));
  expect(citations.length).toBeGreaterThan(10);
  const dead = citations.filter((citation) => !numbers.includes(citation.slice(citation.lastIndexOf(' ') + 1)));
  expect(dead).toEqual([]);
});

test('nothing is cited that the project does not hold, and no record by its path or topic', () => {
  const documents = texts.filter(({ file }) => file.endsWith('.md'));
  const sources = texts.filter(({ file }) => !file.endsWith('.md'));
  expect([
    ...found(/\bspec [12]\b|\bspecification [12]\b|\bthe specifications?\b/gi),
    ...found(/docs\/decisions/g, sources),
    ...found(/docs\/decisions(?::|\/\d)/g, documents),
  ]).toEqual([]);
});

test('each file that a document names is there', () => {
  const named = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ text }) => [...text.matchAll(/`((?:shared|functions|infra|web|test|docs)\/[\w./-]+\.\w+)`/g)])
    .map(([, path]) => path ?? '');
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(path) && !path.includes('.generated.'))).toEqual([]);
});

const path = '`(?<file>(?:shared|functions|infra|web|test)/[\\w./-]+\\.tsx?)`';
const name = '`(?<name>\\w+)(?:\\(\\))?`';

test.each([
  ['after its file', new RegExp(`${path} ${name}`, 'g')],
  ['before its file', new RegExp(`${name} (?:in|of) ${path}`, 'g')],
])('each name that a document gives %s is there', async (_, pattern) => {
  const named = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ text }) => [...text.matchAll(pattern)])
    .map(({ groups }) => ({ file: groups?.['file'] ?? '', name: groups?.['name'] ?? '' }));
  expect(named.length).toBeGreaterThan(1);
  const dead = await Promise.all(
    named.map(async ({ file, name }) =>
      new RegExp(`\\b${name}\\b`).test(await readFile(file, 'utf8')) ? [] : `${file}: ${name}`,
    ),
  );
  expect(dead.flat()).toEqual([]);
});

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
/** Every `npm run` of a document, in a sentence or a block, with what follows until its end. */
const commands = texts
  .filter(({ file }) => file.endsWith('.md'))
  .flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([\w:-]+)((?:(?! np[mx] |`).)*)/g)].map(([, name = '', rest = '']) => ({
      file,
      name,
      rest,
    })),
  );

test('each command that a document names is a script of the package', () => {
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.filter(({ name }) => !(name in scripts))).toEqual([]);
});

test('each flag that a document gives a command is read by it', async () => {
  const flags = commands.flatMap(({ file, name, rest }) =>
    [...rest.matchAll(/ --([a-z][\w-]*)/g)].map(([, flag = '']) => ({ file, name, flag })),
  );
  expect(flags.length).toBeGreaterThan(20);
  const unread = await Promise.all(
    flags.map(async ({ file, name, flag }) => {
      const [entry = ''] = /(?:infra|test)\/[\w/-]+\.ts$/.exec(scripts[name] ?? '') ?? [];
      const folder = entry.replace(/(?:\/main)?\.ts$/, '/');
      const sources = files.filter((source) => source === entry || source.startsWith(folder));
      const code = (await Promise.all(sources.map((source) => readFile(source, 'utf8')))).join('');
      return new RegExp(`\\b${flag}'?: \\{ type:`).test(code) ? [] : `${file}: ${name} --${flag}`;
    }),
  );
  expect(unread.flat()).toEqual([]);
});

test('each file that a document runs is there', () => {
  const run = texts
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ text }) => [...text.matchAll(/\bnode ([\w./-]+\.m?[jt]s)\b/g)].map(([, path = '']) => path));
  expect(run.length).toBeGreaterThan(1);
  expect(run.filter((path) => !existsSync(path))).toEqual([]);
});

/** A word has a letter or a digit, so the lines of a table are none. */
const wordsIn = (text: string) => text.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

test('documents have no more words than their limit, which a commit raises by a line with its reason', async () => {
  const limitsFile = 'test/documents.limits.json';
  const { words, raised } = JSON.parse(await readFile(limitsFile, 'utf8')) as {
    words: number;
    raised: Record<string, number>;
  };
  const documents = texts.filter(({ file }) => /^(?:docs\/.+|README|CONTRIBUTING)\.md$/.test(file));
  const most = Object.values(raised).reduce((total, more) => total + more, words);
  const count = documents.reduce((total, { text }) => total + wordsIn(text), 0);
  expect(count, `cut words, or raise them in ${limitsFile}: "raised", with a reason`).toBeLessThanOrEqual(most);
  expect(Object.keys(raised).filter((reason) => wordsIn(reason) < 4)).toEqual([]);
});
