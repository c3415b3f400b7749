import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { PartResult } from './amounts.ts';
import { parts } from './parts.ts';

const file = 'docs/reliability.md';

const head = `# Reliability

\`npm run prove\` runs each suite in full and writes this page; \`npm run prove -- races\` runs and rewrites that part alone. \`npm test\` contains short forms of the suites, except those that need a running product (kills, sockets, load). Decision 038 describes the parts. Figures are of a machine with two cores.

[cloud-checks.md](cloud-checks.md) has what only AWS can prove.`;

const cell = (text: string) => text.replaceAll('|', '\\|');

/** Writes the parts that ran into the document, in the order of all parts; the others stay. */
export function writeReport(results: readonly PartResult[]): void {
  const rows = new Map<string, string[]>();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const line of before.split('\n')) {
    const [, name = ''] = /^\| ([\w-]+) \|/.exec(line) ?? [];
    if (name in parts) rows.set(name, [...(rows.get(name) ?? []), line]);
  }
  const day = new Date().toISOString().slice(0, 10);
  for (const [name, all] of Map.groupBy(results, ({ part }) => part)) {
    const shows = parts[name as keyof typeof parts].shows;
    rows.set(
      name,
      all.map(
        ({ amount, result, holds }) =>
          `| ${name} | ${cell(shows)} | ${cell(amount)} | ${cell(result)} | ${holds ? 'yes' : '**no**'} | ${day} |`,
      ),
    );
  }
  const known = Object.keys(parts).flatMap((name) => rows.get(name) ?? []);
  const table = ['| part | shows | amount | result | holds | day |', '|---|---|---|---|---|---|', ...known];
  writeFileSync(file, `${head}\n\n${table.join('\n')}\n`);
}
