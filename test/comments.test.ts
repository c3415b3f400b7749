import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Per cent of the lines that comments may take; the docstrings of shared carry shapes, units and errors. */
const most = { shared: 12, functions: 9, infra: 8, web: 6 } as const;
const mostOverAll = 8;

/** The comments of each room that open without a subject only fall. */
const limitsFile = 'test/rooms.limits.json';
type Room = keyof typeof most;
const limits = JSON.parse(await readFile(limitsFile, 'utf8')) as Record<Room, { openings: number }>;

/** The first words of a fragment, or of a sentence that is easier to read from its subject on. */
const opening =
  /^[\s*]*(?:Whether|The same|Also|Only|About|Above|After|Against|Among|As|At|Before|Behind|Below|Beside|Besides|Between|Beyond|By|During|For|From|In|Inside|Instead|Into|Like|Near|Of|Off|On|Onto|Outside|Over|Per(?! cent)|Since|Through|To|Towards?|Under|Until|Up|Via|With|Within|Without)(?![\p{L}-])/u;

/** The lines of a source, those that a comment touches, and the comments that open so; `//` in a row is one comment. */
function countIn(file: string, code: string) {
  const lines = new Set<number>();
  let fragments = 0;
  let end = -1;
  const lineAt = (position: number) => code.slice(0, position).split('\n').length;
  for (const { type, value, start, end: last } of parseSync(file, code).comments) {
    for (let line = lineAt(start); line <= lineAt(last); line++) lines.add(line);
    const continues = type === 'Line' && end >= 0 && /^[^\S\n]*\n[^\S\n]*$/.test(code.slice(end, start));
    if (!continues && opening.test(value)) fragments += 1;
    end = type === 'Line' ? last : -1;
  }
  return { lines: code.split('\n').length - 1, comments: lines.size, openings: fragments };
}

const rooms = await Promise.all(
  (Object.keys(most) as Room[]).map(async (room) => {
    // Another test writes into hidden folders at the same time.
    const files = globSync(`${room}/**/*.{ts,tsx}`).filter((file) => !/\.(?:test|generated)\.|\/\./.test(file));
    const counts = await Promise.all(files.map(async (file) => countIn(file, await readFile(file, 'utf8'))));
    return { room, ...sumOf(counts) };
  }),
);

function sumOf(counts: readonly ReturnType<typeof countIn>[]) {
  const sum = (name: keyof ReturnType<typeof countIn>) => counts.reduce((total, count) => total + count[name], 0);
  return { lines: sum('lines'), comments: sum('comments'), openings: sum('openings') };
}

const percent = ({ lines, comments }: { lines: number; comments: number }) => (100 * comments) / lines;

test('comments take no more of a room, and of all rooms, than their share (docs/writing.md)', () => {
  expect(rooms.filter((room) => percent(room) > most[room.room])).toEqual([]);
  expect(percent(sumOf(rooms))).toBeLessThanOrEqual(mostOverAll);
});

test('no room has more comments without a subject than its line allows', () => {
  expect(rooms.filter(({ room, openings }) => openings > limits[room].openings)).toEqual([]);
});

test('a room that has fewer lowers its line', () => {
  expect(rooms.filter(({ room, openings }) => openings < limits[room].openings)).toEqual([]);
});

test('comments are counted by the lines that they touch, and by their first words', () => {
  const code = [
    "const address = 'https://example.org'; // For everybody.",
    '',
    '// With two lines,',
    '// for one comment.',
    '/**',
    ' * Whether it is there.',
    ' */',
    '// Its room.',
  ].join('\n');
  expect(countIn('a.ts', `${code}\n`)).toEqual({ lines: 8, comments: 7, openings: 3 });
});
