import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { buildFunctions, copyRenderer } from '#infra/build/functions.ts';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';
import { buildPlacesBeside } from '#infra/places/build.ts';

interface BuildStep {
  readonly name: string;
  /** Patterns of the files that the result depends on; tests and the local stack itself are left out. */
  readonly inputs: readonly string[];
  readonly output: string;
  readonly work: () => Promise<unknown>;
}

const cacheFolder = 'dist/build-cache';

/** Does the work of a step unless its inputs are unchanged since the last time. True when it was done. */
async function whenChanged({ name, inputs, output, work }: BuildStep): Promise<boolean> {
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

export interface Progress {
  step<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  note: (line: string) => void;
}

/** One line for each step when it is done, with its time. */
export function printProgress(print: (line: string) => void): Progress {
  return {
    note: (line) => print(`    … ${line}`),
    async step(name, work) {
      const start = performance.now();
      const result = await work();
      print(`  ${name.padEnd(12)} ${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s`);
      return result;
    },
  };
}

export const functionsFolder = 'dist/functions';
export const siteFolder = 'dist/web';
export const placesFolder = 'dist/places/web';
export const assemblyFolder = 'dist/assembly';

const shipped = ['package-lock.json', 'shared/**', 'infra/build/**', 'infra/places/**'];

/**
 * Builds what a deploy would send, unless it is already built from the same sources: places, bundles, site, assembly.
 * With `dev` pages come from their sources, so a built site of any age is enough.
 */
export async function prepare(progress: Progress, { dev }: { dev: boolean }): Promise<void> {
  const places = progress.step('places', () => buildPlacesBeside());
  const functions = progress.step('functions', () =>
    whenChanged({
      name: 'functions',
      inputs: [...shipped, 'functions/**'],
      output: functionsFolder,
      work: () => buildFunctions({ places }),
    }),
  );
  const site = progress.step('site', () =>
    whenChanged({
      name: 'site',
      inputs: dev ? [] : [...shipped, 'infra/{config,naming}.ts', 'envoyage.config.json', 'web/**'],
      output: `${siteFolder}/index.html`,
      work: async () => {
        const { buildSite } = await import('../build/site.ts');
        await buildSite();
      },
    }),
  );
  await Promise.all([places, functions, site]);
  copyRenderer();
  await progress.step('stacks', () =>
    whenChanged({
      name: 'assembly',
      inputs: [
        ...shipped,
        '{cdk,envoyage.config}.json',
        'infra/**',
        'functions/platform/**',
        `${siteFolder}/**/*.html`,
      ],
      output: `${assemblyFolder}/manifest.json`,
      work: () => synthesize(),
    }),
  );
}

/** Runs the app of the stacks as the CDK's own command would, in a separate process, and copies no file. */
export async function synthesize(folder = assemblyFolder, more: Readonly<Record<string, string>> = {}): Promise<void> {
  const { context } = z.parse(
    z.object({ context: z.record(z.string(), z.unknown()) }),
    JSON.parse(readFileSync('cdk.json', 'utf8')),
  );
  // Assets of earlier assemblies are not needed.
  rmSync(folder, { recursive: true, force: true });
  const app = spawn(process.execPath, ['infra/app.ts'], {
    env: {
      ...process.env,
      CDK_OUTDIR: folder,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, 'aws:cdk:disable-asset-staging': true, ...more }),
      CDK_VALIDATION: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(app, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The stacks could not be synthesized.\n${output.trim()}`);
}
