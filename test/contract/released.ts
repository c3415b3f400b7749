import { readFileSync } from 'node:fs';
import type { ContractShape, Shape } from './shapes.ts';

/** The contract of the latest release. `node test/contract/keep.ts` writes it when a release is made. */
export const releasedFile = 'test/contract/released.generated.json';

/** Repeated shapes are stored once: text that starts with `#` is the number of one. */
interface Packed {
  readonly shapes: readonly unknown[];
  readonly contract: unknown;
}

export function released(text = readFileSync(releasedFile, 'utf8')): ContractShape {
  const { shapes, contract } = JSON.parse(text) as Packed;
  return unpack(contract, shapes) as ContractShape;
}

/** As text, one line for each shape and row. */
export function packed(contract: ContractShape): string {
  const numbers = new Map<string, number>();
  const pack = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(pack);
    const inner = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, pack(part)]));
    if (!isShape(value)) return inner;
    const text = JSON.stringify(inner);
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return `#${numbers.get(text)}`;
  };
  const rows = Object.entries(contract.rows).map(
    ([name, row]) => `${JSON.stringify(name)}: ${JSON.stringify(pack(row))}`,
  );
  const live = Object.entries(contract.live).map(
    ([name, one]) => `${JSON.stringify(name)}: ${JSON.stringify(pack(one))}`,
  );
  const table = (lines: readonly string[]) => lines.join(',\n');
  return `{"shapes": [\n${table([...numbers.keys()])}\n], "contract": {"rows": {\n${table(rows)}\n}, "live": {\n${table(live)}\n}}}\n`;
}

function unpack(value: unknown, shapes: readonly unknown[]): unknown {
  if (typeof value === 'string' && value.startsWith('#')) return unpack(shapes[Number(value.slice(1))], shapes);
  if (Array.isArray(value)) return value.map((part) => unpack(part, shapes));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpack(part, shapes)]));
}

const isShape = (value: object): value is Exclude<Shape, string> =>
  ['values', 'list', 'fields', 'entries', 'anyOf'].some((key) => key in value);
