import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PartResult } from './amounts.ts';
import { parts } from './parts.ts';

const file = 'docs/reliability.md';

const head = `# Reliability

Written by \`npm run prove\`, which runs each suite in its full amount; \`npm run prove -- races\` runs and rewrites that part alone. Short forms of them are part of \`npm test\`, except of those that need a running product (kills, sockets, load). What each part does, and what the invariants I1 to I8 are: decision 038.

What no machine of ours can prove (lockout and threat protection of Cognito, the firewall, delivery by SES, the time of a restore, evaluation of rights by AWS, headers as CloudFront serves them) has a command in [cloud-checks.md](cloud-checks.md).`;

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
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores`;
  for (const [name, all] of Map.groupBy(results, ({ part }) => part)) {
    const shows = parts[name as keyof typeof parts].shows;
    rows.set(
      name,
      all.map(
        ({ amount, result, holds }) =>
          `| ${name} | ${cell(shows)} | ${cell(amount)} | ${cell(result)} | ${holds ? 'yes' : '**no**'} | ${day}, ${machine} |`,
      ),
    );
  }
  const known = Object.keys(parts).flatMap((name) => rows.get(name) ?? []);
  const table = ['| part | shows | amount | result | holds | when, on |', '|---|---|---|---|---|---|', ...known];
  writeFileSync(file, `${head}\n\n${table.join('\n')}\n`);
}
