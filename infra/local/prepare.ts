import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import * as z from 'zod/mini';
import { buildFunctions, copyRenderer } from '../build/functions.ts';
import { whenChanged } from './build-cache.ts';
import type { Progress } from './progress.ts';

export const functionsFolder = 'dist/functions';
export const siteFolder = 'dist/web';
export const placesFolder = 'dist/places/web';
export const assemblyFolder = 'dist/assembly';

const shipped = ['package-lock.json', 'shared/**', 'infra/build/**', 'infra/places/**'];

/**
 * Builds what a deploy would send besides the place data, unless it is already built from the same sources: bundles,
 * site, assembly.
 * With `dev` pages come from their sources, so a built site of any age is enough.
 */
export async function prepare(progress: Progress, { dev }: { dev: boolean }): Promise<void> {
  const functions = progress.step('functions', () =>
    whenChanged({
      name: 'functions',
      inputs: [...shipped, 'functions/**'],
      output: functionsFolder,
      work: () => buildFunctions(),
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
  await Promise.all([functions, site]);
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
      work: synthesize,
    }),
  );
}

/** Runs the app of the stacks as the CDK's own command would, in a separate process. */
async function synthesize(): Promise<void> {
  const { context } = z.parse(
    z.object({ context: z.record(z.string(), z.unknown()) }),
    JSON.parse(readFileSync('cdk.json', 'utf8')),
  );
  // Assets of earlier assemblies are not needed.
  rmSync(assemblyFolder, { recursive: true, force: true });
  const app = spawn(process.execPath, ['infra/app.ts'], {
    env: {
      ...process.env,
      CDK_OUTDIR: assemblyFolder,
      CDK_CONTEXT_JSON: JSON.stringify(context),
      CDK_VALIDATION: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(app, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The stacks could not be synthesized.\n${output.trim()}`);
}
