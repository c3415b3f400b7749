import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** The counts of each folder. They only fall: `-u` writes a lower count and never a higher one. */
const limitsFile = 'test/language.limits.json';

const rooms = ['shared', 'functions', 'infra', 'web', 'test', 'docs'];
const entries = await Promise.all(rooms.map((room) => readdir(room, { recursive: true, withFileTypes: true })));
const files = entries
  .flat()
  .filter((entry) => entry.isFile() && /\.(tsx?|mjs|js|css|md)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  // The index of decisions repeats their lines; this file quotes what it counts, and so does the page on writing.
  .filter((file) => !/\.generated\.|^test\/language\.test\.ts$|\/decisions\/README\.md$|^docs\/writing\.md$/.test(file))
  .concat('README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md');

/** What `docs/writing.md` advises against. Each pattern reads one sentence without its quotations and code. */
const faults = {
  /** *Who comes too late …*, *That it is gone …*; not a question, and not *What to copy*. */
  opening:
    /^(?:(?:Whoever|Whatever|Who|What)(?! to\b| a pity)\b(?!.*\?$)|That (?:an?|the|it|they|he|she|we|no|each|every|there|nothing|nobody)\b)/,
  stand: /\bstands?\b(?!-| (?:for|in for|out)\b)/i,
  told: /\b(?:was|were|is|are|be|been|being|not|never|only) told\b(?! apart)/i,
  /** A page that says « … » is quoted; a machine that says something else logs, shows or returns it. */
  says: /\bsays\b(?!:? "…")/i,
  anew: /\banew\b/i,
  meanwhile: /\bmeanwhile\b/i,
  forEver: /\bfor ever\b/i,
  /** Immediately; *two at once* are simultaneous. */
  atOnce:
    /(?<!\b(?:all|both|two|three|four|five|ten|many|several|much|\d+|calls|lines|writes|files|requests|tabs|messages|mails|members) )\bat once\b/i,
  neither: /\bneither\b[^.;:]*\bnor\b/i,
  whoever: /\bwhom?ever\b/i,
  nobody: /\bnobody\b/i,
} as const;
type Fault = keyof typeof faults | 'long';

const mostWords = 30;

/** A list of fields may be longer: its commas are four words apart on average. */
function isLong(sentence: string): boolean {
  const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
  return words > mostWords && words / (sentence.match(/[,;:·→]/g)?.length ?? 1) > 4;
}

/** The faults of a sentence, which may begin inside a paragraph. */
function faultsOf(sentence: string): Fault[] {
  const found: Fault[] = (Object.keys(faults) as (keyof typeof faults)[]).filter((name) => faults[name].test(sentence));
  return isLong(sentence) ? [...found, 'long'] : found;
}

/** English alone: a quotation (French) becomes `"…"`, code becomes one word. */
const english = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/«[^»]*»/g, '"…"')
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');

/** The sentences of a text, each link replaced by its words. */
const sentencesOf = (text: string): string[] =>
  english(text)
    .split(/(?<=[.!?](?:"…"|[)"”’])?) (?=[A-Z"[(\d]|code\b)/)
    .map((sentence) => sentence.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim())
    .filter(Boolean);

/** The comments of a source, each as one text; lines that begin with // in a row are one comment. */
function commentsIn(code: string): string[] {
  const comments: string[] = [];
  let end = -1;
  const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/.*/g;
  for (const { 0: match, index } of code.matchAll(token)) {
    if (!match.startsWith('/')) continue;
    const text = match.replaceAll(/^\/\*+|\*+\/$|^\/\//g, '').replaceAll(/\n\s*\*(?!\*) ?/g, '\n');
    const follows = match.startsWith('//') && end >= 0 && /^\s*$/.test(code.slice(end, index));
    if (follows) comments.push(`${comments.pop()}\n${text}`);
    else comments.push(text);
    end = match.startsWith('//') ? index + match.length : -1;
  }
  return comments.filter((text) => !/^\s*(?:oxlint|biome|eslint|@ts)-/.test(text));
}

/** Paragraphs, list items and table cells of a document, without headings, code, diagrams and heads of tables. */
function passagesOf(page: string): string[] {
  const plain = page.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/^\|.*\n\|[-:| ]+\|$/gm, '');
  return plain
    .split(/\n\s*\n|\n(?=\s*(?:[-*>|]|\d+\.) ?)/)
    .filter((block) => !block.trim().startsWith('#'))
    .flatMap((block) =>
      block.trim().startsWith('|') ? block.split('|') : [block.replace(/^\s*(?:[-*>]|\d+\.) /, '')],
    );
}

const textsOf = (file: string, content: string) =>
  file.endsWith('.md')
    ? passagesOf(content)
    : commentsIn(content).flatMap((comment) => comment.split(/\n\s*\n|\n(?=\s*(?:- |@\w|[\w ]{1,20}: ))/));

/** Two levels: `functions/search`, `web/lib`, `docs/runbooks`; files at the top of a room count for the room. */
const folderOf = (file: string) => dirname(file).split('/').slice(0, 2).join('/');

const kinds = ['openings', 'words', 'long'] as const;
type Kind = (typeof kinds)[number];
type Counts = Record<string, Record<Kind, number>>;

const kindOf = (fault: Fault): Kind => (fault === 'opening' ? 'openings' : fault === 'long' ? 'long' : 'words');

async function faultsIn(file: string) {
  const sentences = textsOf(file, await readFile(file, 'utf8')).flatMap(sentencesOf);
  return sentences.flatMap((sentence) =>
    faultsOf(sentence).map((fault) => ({
      folder: folderOf(file),
      kind: kindOf(fault),
      line: `${file} (${fault}): ${sentence}`,
    })),
  );
}

const found = (await Promise.all(files.map(faultsIn))).flat();
const limits = JSON.parse(await readFile(limitsFile, 'utf8')) as Counts;
const folders = [...new Set([...Object.keys(limits), ...found.map(({ folder }) => folder)])].toSorted();

/** Each folder with what it has, kind by kind, beside what it may have. */
const rows = folders.map((folder) => ({
  folder,
  counts: kinds.map((kind) => {
    const lines = found.filter((one) => one.folder === folder && one.kind === kind).map(({ line }) => line);
    return { kind, lines, limit: limits[folder]?.[kind] ?? 0 };
  }),
}));

test('no folder has more hard sentences than its line allows (docs/writing.md)', () => {
  const above = rows.flatMap(({ folder, counts }) =>
    counts
      .filter(({ lines, limit }) => lines.length > limit)
      .map(({ kind, lines, limit }) => `${folder}: ${lines.length} ${kind}, at most ${limit}\n${lines.join('\n')}`),
  );
  expect(above.join('\n\n')).toBe('');
});

test('a folder that has fewer lowers its line: npm run test:unit test/language.test.ts -- -u', async () => {
  const lines = rows.flatMap(({ folder, counts }) => {
    const lowest = counts.map(({ kind, lines, limit }) => ({ kind, count: Math.min(lines.length, limit) }));
    if (lowest.every(({ count }) => count === 0)) return [];
    return `  "${folder}": { ${lowest.map(({ kind, count }) => `"${kind}": ${count}`).join(', ')} }`;
  });
  await expect(`{\n${lines.join(',\n')}\n}\n`).toMatchFileSnapshot(resolve(limitsFile));
});

test.each<[Fault, string]>([
  ['opening', 'Who comes too late is refused.'],
  ['opening', 'That it is gone is never kept.'],
  ['opening', 'What a page shows may stay at the edge.'],
  ['stand', 'The conversation that stands there cannot begin.'],
  ['told', 'The owner is told why.'],
  ['says', 'The function says which limit.'],
  ['anew', 'The file is drawn anew.'],
  ['meanwhile', 'The listing was changed meanwhile.'],
  ['forEver', 'An old name is read for ever.'],
  ['atOnce', 'The edge drops the page at once.'],
  ['neither', 'It holds neither a name nor an address.'],
  ['whoever', 'The cache is cleared for whoever comes next.'],
  ['nobody', 'Nobody reads it.'],
  ['long', `The page ${'shows more '.repeat(15)}.`],
])('%s is noticed: %s', (fault, sentence) => {
  expect(sentencesOf(`First. ${sentence}`).map(faultsOf)).toEqual([[], expect.arrayContaining([fault])]);
});

test.each([
  'What to copy is in the table.',
  'Who may call it?',
  'That is why the row decides.',
  'The relation that the row names is read first.',
  'Five messages at once fill a batch.',
  `A trip: id, owner${', day, the largest size'.repeat(8)}.`,
  'The page says « Nobody stands there, anew. »',
  'The pool calls `standsAnew` for each one.',
])('right in its context: %s', (sentence) => {
  expect(sentencesOf(sentence).flatMap(faultsOf)).toEqual([]);
});

test('comments are read whole, and texts of the product are not', () => {
  const code = [
    "const address = 'https://example.org'; // One.",
    '  // Two goes on',
    '  // in the next line.',
    "const text = 'told // anew';",
    '/**',
    ' * Three,',
    ' * too.',
    ' */',
  ].join('\n');
  expect(commentsIn(code).flatMap(sentencesOf)).toEqual(['One.', 'Two goes on in the next line.', 'Three, too.']);
});

test('headings, code and heads of tables are no sentences', () => {
  const page =
    '# What stands\n\nA text.\n\n```sh\ntold anew\n```\n\n| What | Where |\n|---|---|\n| a cell | `told` |\n\n- an item\n- two';
  expect(passagesOf(page).flatMap(sentencesOf)).toEqual(['A text.', 'a cell', 'code', 'an item', 'two']);
});
