import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { type Detail, holds, type Section, shown } from './figure.ts';

const file = 'docs/benchmarks.md';

const head = `# Benchmarks

\`npm run bench\` writes this page; \`npm run bench -- search\` measures and rewrites that part alone. Read units, requests, bytes and sizes are exact. Times with a limit are ratios to something measured in the same run, or come from a browser that slows every processor to the same speed.
`;

/** Writes the measurements into the document, in the order of all measurements; the others stay. */
export function writeReport(measured: readonly Section[], order: readonly string[]): void {
  const parts = new Map<string, string>();
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const part of before.split(/^(?=## )/m).slice(1)) parts.set(/^## (.+)$/m.exec(part)?.[1] ?? '', part.trim());
  for (const section of measured) parts.set(section.title, sectionText(section));
  const known = order.flatMap((title) => parts.get(title) ?? []);
  writeFileSync(file, `${[head.trim(), ...known].join('\n\n')}\n`);
}

function sectionText({ title, figures, details = [] }: Section): string {
  const rows = figures.map((figure) => ({
    figure: figure.what,
    measured: shown(figure.measured, figure.unit),
    'at most': shown(figure.atMost, figure.unit),
    holds: holds(figure) ? 'yes' : '**no**',
  }));
  const machine = `Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[1]?.toFixed(1)} over five minutes.`;
  return [`## ${title}`, machine, table(rows), ...details.map(detailText)].join('\n\n');
}

const detailText = ({ caption, rows }: Detail) => (rows.length > 0 ? `${caption}\n\n${table(rows)}` : caption);

function table(rows: Detail['rows']): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const isNumber = (column: string) => rows.every((row) => typeof row[column] === 'number');
  return [
    line(columns),
    `|${columns.map((column) => (isNumber(column) ? '---:' : '---')).join('|')}|`,
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}
