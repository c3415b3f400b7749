import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './emulators/atomic-file.ts';

export interface BuildStep {
  readonly name: string;
  /** Patterns of the files that the result depends on; tests and the local stack itself are left out. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly work: () => Promise<unknown>;
}

const cacheFolder = 'dist/build-cache';

/** Does the work of a step unless its inputs are unchanged since the last time. True when it was done. */
export async function whenChanged({ name, inputs, output, work }: BuildStep): Promise<boolean> {
  const cacheFile = join(cacheFolder, name);
  const wanted = fingerprint(inputs);
  const isFresh = existsSync(output) && existsSync(cacheFile) && readFileSync(cacheFile, 'utf8') === wanted;
  if (isFresh) return false;
  await work();
  writeAtomically(cacheFile, wanted);
  return true;
}

/** Forces the work of this step at the next start, because another program writes its output. */
export function forget(name: string): void {
  rmSync(join(cacheFolder, name), { force: true });
}

/** One hash over the content of all these files. */
function fingerprint(patterns: readonly string[]): string {
  const hash = createHash('sha256');
  const exclude = ['**/*.test.{ts,tsx}', 'infra/local/**'];
  for (const file of globSync([...patterns], { exclude }).toSorted()) {
    if (statSync(file).isDirectory()) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
