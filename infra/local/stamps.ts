import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from './emulators/atomic-file.ts';

export type Step = {
  /** Names the stamp. */
  readonly name: string;
  /** Files and folders that the result depends on. */
  readonly inputs: readonly string[];
  /** The result; it is made anew when this is missing. */
  readonly output: string;
  readonly work: () => Promise<unknown>;
};

const stampFolder = 'dist/stamps';

/** Does the work of a step unless its inputs hold what they held when it was done last. True when it was done. */
export async function whenChanged({ name, inputs, output, work }: Step): Promise<boolean> {
  const stampFile = join(stampFolder, name);
  const stamp = fingerprint(inputs);
  const isFresh = existsSync(output) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isFresh) return false;
  await work();
  writeAtomically(stampFile, stamp);
  return true;
}

/** One hash over the content of all these files, tests left out. */
function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  const files = inputs.flatMap((input) => (isFolder(input) ? globSync(`${input}/**/*.*`) : input)).toSorted();
  for (const file of files) {
    if (/\.test\.tsx?$/.test(file) || isFolder(file) || !existsSync(file)) continue;
    hash.update(file).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
