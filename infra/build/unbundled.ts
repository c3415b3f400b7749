import { cpSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

/** Packages that read WebAssembly from beside their own code, by the function that needs them unbundled. */
export const unbundled: Readonly<Record<string, readonly string[]>> = {
  // WebAssembly is the same on every processor: the same files run here and on Lambda (decision 020).
  scanner: ['sharp', '@img/sharp-wasm32', '@hyzyla/pdfium'],
};

const Package = z.object({ dependencies: z._default(z.record(z.string(), z.string()), {}) });

/** Files that nothing reads at run time: types, maps, texts, and the same WebAssembly for other environments. */
const unread = /\.(d\.[cm]?ts|map|md|txt)$|\/(src|install)$|\.(browser|cdn|base64)\.js$|\.base64-|worker/;

/** Copies the packages of each function, and what they depend on, into its folder of `dist/functions`. */
export function copyUnbundled(functionsFolder: string): void {
  for (const [name, packages] of Object.entries(unbundled)) {
    for (const wanted of packages) copyPackage(wanted, '.', join(functionsFolder, name, 'node_modules'));
  }
}

function copyPackage(name: string, from: string, target: string): void {
  const source = find(name, from);
  const copy = join(target, name);
  if (existsSync(copy)) return;
  cpSync(source, copy, {
    recursive: true,
    filter: (file) => file === source || (!unread.test(file) && !file.startsWith(join(source, 'node_modules'))),
  });
  const { dependencies } = Package.parse(JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')));
  for (const needed of Object.keys(dependencies)) copyPackage(needed, source, target);
}

function find(name: string, from: string): string {
  const here = join(from, 'node_modules', name);
  if (existsSync(here)) return here;
  if (from === '.') throw new Error(`The package ${name} is not installed.`);
  return find(name, dirname(from));
}
