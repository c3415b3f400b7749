import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { documentRoutes } from '#shared/documents/contract.ts';
import { buildTargets } from '#shared/site/floor.ts';

/** A part of Vite's manifest: the files of a source, and its imports. */
interface Built {
  readonly file: string;
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}
export type Manifest = Readonly<Record<string, Built>>;

interface WorkerOptions {
  readonly siteFolder: string;
  readonly manifest: Manifest;
  /** The sources of the pages that everybody may open, below `web`. */
  readonly openPages: readonly string[];
}

/** Sources of which nothing is stored on a device: only administrators open them, at work and online. */
const ofAdministrators = /admin|second-factor/;

/** The files of the built site that a worker stores: for everybody, and for members beyond these. */
export function storedFiles(manifest: Manifest, openPages: readonly string[]) {
  const open = filesOf(manifest, ['index.html', 'start.ts', ...openPages], () => []);
  const reached = filesOf(manifest, ['index.html', 'start.ts'], ({ dynamicImports = [] }) =>
    dynamicImports.filter((source) => !ofAdministrators.test(source)),
  );
  return { everybody: [...open].toSorted(), members: [...reached].filter((file) => !open.has(file)).toSorted() };
}

/** Builds `sw.js`, which stores documents and files of exactly this build. */
export async function buildWorker({ siteFolder, manifest, openPages }: WorkerOptions): Promise<void> {
  const { everybody, members } = storedFiles(manifest, openPages);
  // The edge does not serve the stand-in of corridors by its name, and one missing file would stop the installation.
  const documents = globSync('**/*.html', { cwd: siteFolder })
    .filter((file) => `/${file}` !== documentRoutes.corridorDocument.path)
    .toSorted();
  // A classic script of the documents, which the manifest does not name.
  const [, classic] = /<script defer src="([^"]+)"/.exec(readFileSync(join(siteFolder, 'index.html'), 'utf8')) ?? [];
  const ofEverybody = [...(classic === undefined ? [] : [classic]), ...everybody];
  const facts = {
    id: hashOf([...documents.map((file) => readFileSync(join(siteFolder, file))), ...ofEverybody, ...members]),
    entry: `/${manifest['index.html']?.file}`,
    documents: documents.map((file) => `/${file}`),
    everybody: ofEverybody,
    members,
  };
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { __BUILD__: JSON.stringify(facts) },
    build: {
      outDir: resolve(siteFolder),
      emptyOutDir: false,
      target: buildTargets,
      rolldownOptions: {
        input: resolve('web/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
}

function filesOf(manifest: Manifest, sources: readonly string[], more: (built: Built) => readonly string[]) {
  const files = new Set<string>();
  const seen = new Set<string>();
  const follow = (source: string) => {
    const built = manifest[source];
    if (!built || seen.has(source)) return;
    seen.add(source);
    for (const file of [built.file, ...(built.css ?? []), ...(built.assets ?? [])]) files.add(`/${file}`);
    for (const next of [...(built.imports ?? []), ...more(built)]) follow(next);
  };
  for (const source of sources) follow(source);
  return files;
}

/** A document may change and the files that it names may not. */
const hashOf = (parts: readonly (string | Uint8Array)[]) =>
  parts
    .reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'))
    .digest('hex')
    .slice(0, 16);
