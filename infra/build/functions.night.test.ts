import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { FileSystem } from 'aws-cdk-lib';
import { expect, onTestFinished, test } from 'vitest';
import { bundledFiles, functionEntries } from './functions.ts';

/** A deploy changes a function when the hash of its folder, as its stack computes it, has changed. */
async function assetHashes(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'bundles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { path, contents } of await bundledFiles()) {
    const name = basename(dirname(path));
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, basename(path)), contents);
  }
  return Object.fromEntries(
    Object.keys(functionEntries()).map((name) => [
      name,
      FileSystem.fingerprint(join(folder, name), { exclude: ['*.map'] }),
    ]),
  );
}

test('every function can be bundled, and two builds of one commit have equal asset hashes', async () => {
  const [first, second] = [await assetHashes(), await assetHashes()];
  expect(new Set(Object.values(first)).size).toBe(Object.keys(functionEntries()).length);
  expect(second).toEqual(first);
});
