import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, context, type Metafile, type OutputFile, type Plugin } from 'esbuild';
import * as z from 'zod/mini';

/** Kilobytes of minified code: information, because a function is judged by its start (rule 212). */
export interface BundleSize {
  readonly name: string;
  readonly kilobytes: number;
}

const sizesOf = ({ outputs }: Metafile): BundleSize[] =>
  Object.entries(outputs)
    .filter(([path]) => path.endsWith('.mjs'))
    .map(([path, { bytes }]) => ({ name: basename(dirname(path)), kilobytes: Math.ceil(bytes / 1000) }));

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

const outputFolder = 'dist/functions';

/** Functions that check places against the data of their country, which is shipped beside their code. */
const withPlaces = ['alerts', 'parcels', 'trips'];
const withSlugs = ['corridors', 'documents'];

/** `functions/parcels/lambda.ts` → `parcels`; `functions/stream/projector-lambda.ts` → `projector`. */
export function functionEntries(): Record<string, string> {
  const slices = globSync('functions/*/lambda.ts').sort();
  const others = globSync('functions/**/*-lambda.ts').sort();
  return Object.fromEntries([
    ...slices.map((file) => [basename(dirname(file)), file]),
    ...others.map((file) => [basename(file, '-lambda.ts'), file]),
  ]);
}

export interface Watching {
  onBuilt(): void;
}

/**
 * Bundles every function into `dist/functions/<name>/index.mjs`, in one call of esbuild. With `watch` it builds again
 * after each change of a source until `stop` is called.
 */
export async function buildFunctions({
  watch,
  places,
}: {
  watch?: Watching;
  /** Resolves when the places are built, which are copied beside the functions. */
  places?: Promise<void>;
} = {}): Promise<{ sizes: BundleSize[]; stop(): Promise<void> }> {
  rmSync(outputFolder, { recursive: true, force: true });
  if (watch) {
    const building = await context({ ...options(), plugins: [builtins, tell(watch)] });
    await building.watch();
    return { sizes: [], stop: () => building.dispose() };
  }
  const { metafile } = await build(options());
  await places;
  copyPlaces();
  copyRenderer();
  copyUnbundled(outputFolder);
  return { sizes: metafile ? sizesOf(metafile) : [], stop: async () => {} };
}

/** The functions as they are shipped, without writing them. */
export async function bundledFiles(): Promise<OutputFile[]> {
  const { outputFiles } = await build({ ...options(), write: false });
  return outputFiles;
}

const options = (): BuildOptions => ({
  entryPoints: Object.fromEntries(Object.entries(functionEntries()).map(([name, file]) => [`${name}/index`, file])),
  outdir: outputFolder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // The packages' ES modules: half the size of the files that Node's own order selects.
  mainFields: ['module', 'main'],
  alias: { '@aws-sdk/credential-provider-node': fileURLToPath(import.meta.resolve('./lambda-credentials.ts')) },
  // Bundled CommonJS calls `require`, which ES modules lack.
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  external: Object.values(unbundled).flat(),
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [builtins],
  metafile: true,
  logLevel: 'warning',
});

/**
 * Loads Node's own modules without `import`. An import of `node:http` reads all of its exports, and reading `WebSocket`
 * loads undici, a quarter of a cold start for something that no function uses. The SDK imports it for http calls: on
 * one machine, not on Lambda (decision 023).
 */
const builtins: Plugin = {
  name: 'builtins',
  setup(building) {
    const filter = new RegExp(`^(node:.+|${builtinModules.join('|')})$`);
    building.onResolve({ filter }, ({ path }) => ({ path, namespace: 'builtin' }));
    building.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }));
  },
};

const tell = (watch: Watching): Plugin => ({
  name: 'tell',
  setup(building) {
    building.onEnd(({ errors }) => {
      if (errors.length > 0) return;
      copyPlaces();
      copyRenderer();
      copyUnbundled(outputFolder);
      watch.onBuilt();
    });
  },
});

function copyPlaces() {
  copyBeside('dist/places/server', withPlaces, 'places');
  copyBeside('dist/places/slugs', withSlugs, 'slugs');
}

function copyBeside(built: string, functions: readonly string[], name: string) {
  if (!existsSync(built)) return;
  for (const one of functions) {
    const folder = join(outputFolder, one);
    mkdirSync(folder, { recursive: true });
    cpSync(built, join(folder, name), { recursive: true });
  }
}

/** The built renderer of the site, next to the function that renders documents; the site is built beside functions. */
export function copyRenderer() {
  const built = 'dist/renderer';
  if (existsSync(built)) cpSync(built, join(outputFolder, 'documents/renderer'), { recursive: true });
}
