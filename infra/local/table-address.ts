import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from './emulators/atomic-file.ts';

const TableAddress = z.object({ endpoint: z.string(), region: z.string(), name: z.string() });
type TableAddress = z.infer<typeof TableAddress>;

const fileIn = (dataFolder: string) => join(dataFolder, 'table.json');

/** Where the table of a running local product is, for programs beside it. */
export const writeLocalTable = (dataFolder: string, address: TableAddress): void =>
  writeAtomically(fileIn(dataFolder), JSON.stringify(address));

export function localTable(dataFolder: string): TableAddress {
  try {
    return TableAddress.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
  } catch {
    throw new Error(`No product runs with its data in ${dataFolder}: start it with npm start.`);
  }
}
