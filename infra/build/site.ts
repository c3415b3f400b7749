import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import sharp from 'sharp';
import { build, type Plugin } from 'vite';
import { readSettings, type Settings } from '#infra/config.ts';
import { siteUrlOf, unknownSiteUrl } from '#infra/naming.ts';
import { floorObjections } from './floor-check.ts';
import { sharePicturesPlugin } from './share-pictures.ts';
import { buildWorker, type Manifest } from './worker.ts';

const variable = /--amplify-[\w-]+/g;
const declaration = /(--amplify-[\w-]+):\s*([^;{}]*);/g;

/**
 * Amplify declares a custom property for every part of every primitive: 1600, most of them of primitives that we do not
 * use. This PostCSS plugin keeps those that our sources, or the Amplify stylesheets they import, name: directly, or
 * through another kept one. It runs before files get names with the hash of their content.
 */
export function onlyUsedVariables(folder: string) {
  const needed = neededVariables(sourcesIn(folder));
  return {
    postcssPlugin: 'only-used-variables',
    OnceExit(root: Root): void {
      root.walkDecls(/^--amplify-/, (declared) => (needed.has(declared.prop) ? undefined : declared.remove()));
    },
  };
}

function sourcesIn(folder: string): string[] {
  const own = globSync('**/*.{css,svg,ts,tsx}', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const imported = own.flatMap((text) => text.match(/@aws-amplify\/ui-react\/styles\/[\w.]+\.css/g) ?? []);
  const amplify = [...new Set(imported)].map((file) => file.replace('/styles/', '/dist/styles/'));
  return [...own, ...amplify.map((file) => readFileSync(join(folder, '../node_modules', file), 'utf8'))];
}

export function neededVariables(sources: readonly string[]): ReadonlySet<string> {
  const values = new Map<string, string>();
  const needed = new Set<string>();
  for (const source of sources) {
    for (const [, name = '', value = ''] of source.matchAll(declaration)) {
      values.set(name, `${values.get(name) ?? ''} ${value}`);
    }
    for (const [name] of source.replaceAll(declaration, '').matchAll(variable)) needed.add(name);
  }
  // A loop over a set also visits elements that are added during the loop.
  for (const name of needed) for (const [other] of (values.get(name) ?? '').matchAll(variable)) needed.add(other);
  return needed;
}

/** The package's own entry is its build with warnings for developers. */
const production = 'node_modules/react-router/dist/production/index.mjs';
const itsFiles = /react-router\/dist\/production\//;
/**
 * Statements that keep a part although no page uses it, and calls that warn developers: the bundler cannot know that
 * they do nothing else.
 */
const names = /^\w+\.(?:displayName|contextType) = .*$/gm;
const wrapped = /(?<=^var \w+ = )(?=React\d*\.forwardRef\()/gm;
const classes = /(?<=^var \w+ = )(class extends [^]*?^\})(?=;$)/gm;
const warnings = /(?=^function warning(?:Once)?\()/gm;
/**
 * Links fetch the pages of a framework ahead, and routes show the state of a data router: here there is neither. With
 * a constant in place of these conditions the bundler sees it.
 */
const conditions: readonly (readonly [RegExp, string])[] = [
  [
    /let \[shouldPrefetch, prefetchRef, prefetchHandlers\] = usePrefetchBehavior\([^)]*\);/,
    'let prefetchRef, prefetchHandlers;',
  ],
  [/(?<=return )shouldPrefetch(?= && )/, 'false'],
  [/let dataRouterState = dataRouterOpts\?\.state;/, ''],
  [/\bdataRouterState\b/g, 'undefined'],
  [/let routerState = .*;/, 'const routerState = undefined;'],
  [/return isDataRoute \? useNavigateStable\(\) : useNavigateUnstable\(\);/, 'return useNavigateUnstable();'],
];

/** React Router as visitors need it: without warnings, and without its parts that no page uses. */
export const visitorsRouter: Plugin = {
  name: 'visitors-router',
  config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: resolve(production) }] } }),
  transform: { filter: { id: itsFiles }, handler: onlyUsedParts },
};

function onlyUsedParts(code: string): string {
  const plain = code
    .replaceAll(names, '')
    .replaceAll(wrapped, '/* @__PURE__ */ ')
    .replaceAll(classes, '/* @__PURE__ */ (() => $1)()')
    .replaceAll(warnings, '/* @__NO_SIDE_EFFECTS__ */ ');
  return conditions.reduce((left, [condition, constant]) => left.replace(condition, constant), plain);
}

const { code } = transformSync(readFileSync('web/too-old.js', 'utf8'), {
  minify: true,
  target: 'es5',
});
const fileName = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 7)}.js`;

/**
 * Puts `too-old.js` before the application's modules: not as a module, which is what old browsers cannot read, and not
 * inline, which the content security policy forbids.
 */
const tooOld: Plugin = {
  name: 'too-old',
  buildStart() {
    this.emitFile({ type: 'asset', fileName, source: code });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) =>
      html.replace('<script type="module"', (tag) => `<script defer src="/${fileName}"></script>\n    ${tag}`),
  },
};

interface Declaration {
  readonly prop: string;
  readonly value: string;
  cloneBefore(changes: { value: string }): void;
  remove(): void;
}
interface Root {
  walkDecls(prop: RegExp, visit: (declaration: Declaration) => void): void;
}

const dynamic = /(\d)[dsl]v(?=[hwbi]\b|min\b|max\b)/g;

/** Chrome supports `dvh`, the window with its bars, since 108. The same rule in the older unit precedes each use. */
const olderUnits = {
  postcssPlugin: 'older-units',
  OnceExit(root: Root): void {
    root.walkDecls(/./, (declared) => {
      const value = declared.value.replaceAll(dynamic, '$1v');
      if (value !== declared.value && !value.includes('var(')) declared.cloneBefore({ value });
    });
  },
};

/** Files of the site's own sign: `full` fills the square, because the device cuts it; `scale` leaves it its margin. */
const icons = [
  { file: 'icon-192.png', pixels: 192, full: false, scale: 1 },
  { file: 'icon-512.png', pixels: 512, full: false, scale: 1 },
  // A mask of any form keeps a circle of 80 percent.
  { file: 'icon-maskable-512.png', pixels: 512, full: true, scale: 0.8 },
  { file: 'apple-touch-icon.png', pixels: 180, full: true, scale: 0.9 },
] as const;

async function drawIcons(siteFolder: string): Promise<void> {
  const sign = readFileSync(join(siteFolder, 'favicon.svg'), 'utf8');
  await Promise.all(
    icons.map(async ({ file, pixels, full, scale }) => {
      const drawn = Buffer.from(full ? filled(sign, scale) : sign);
      const png = await sharp(drawn, { density: (72 * pixels) / 32 })
        .resize(pixels, pixels)
        .png({ palette: true })
        .toBuffer();
      writeFileSync(join(siteFolder, file), png);
    }),
  );
}

/** The sign with its ground up to the corners, and everything on it smaller around the centre. */
function filled(sign: string, scale: number): string {
  const [, open = '', ground = '', drawing = ''] =
    /^(<svg[^>]*>)\s*<rect[^>]*fill="([^"]+)"[^>]*>([\s\S]*)<\/svg>\s*$/.exec(sign) ?? [];
  if (!drawing) throw new Error('favicon.svg is not a ground with a drawing on it.');
  const inset = 16 * (1 - scale);
  return `${open}<rect width="32" height="32" fill="${ground}"/><g transform="translate(${inset} ${inset}) scale(${scale})">${drawing}</g></svg>`;
}

interface SiteFolders {
  readonly siteFolder?: string;
  readonly rendererFolder?: string;
}

/** The type of `web/renderer.ts`, because infra may not import from web. */
interface Renderer {
  readonly prerenderSite: (
    template: string,
    manifest: Manifest,
    siteUrl: string | undefined,
  ) => Promise<Record<string, string>>;
  readonly listedSources: (manifest: Manifest) => Promise<string[]>;
  readonly listingFiles: (manifest: Manifest) => Promise<unknown>;
}

const documentParts = 'site.json';

/** The operator of the service: variables that Vite writes into the pages. */
export const operatorVariables = (settings: Settings): Record<string, string> => ({
  VITE_LEGAL_NAME: settings.legalName,
  VITE_LEGAL_ADDRESS: settings.legalAddress,
  VITE_LEGAL_EMAIL: settings.legalEmail,
  VITE_LEGAL_FORM: settings.legalForm ?? '',
  VITE_LEGAL_PHONE: settings.legalPhone ?? '',
  VITE_LEGAL_REGISTRATION: settings.legalRegistration ?? '',
  VITE_LEGAL_VAT: settings.legalVat ?? '',
  VITE_PUBLICATION_DIRECTOR: settings.publicationDirector ?? '',
  VITE_HOST_PHONE: settings.hostPhone ?? '',
  VITE_MEDIATOR_NAME: settings.mediatorName ?? '',
  VITE_MEDIATOR_ADDRESS: settings.mediatorAddress ?? '',
  VITE_MEDIATOR_SITE: settings.mediatorSite ?? '',
  VITE_OUT_OF_COURT: settings.microEnterprise === false ? 'yes' : '',
  VITE_ALGERIA_SAFEGUARD: settings.algeriaSafeguard ?? '',
  VITE_SUBSCRIPTION_EURO: String(settings.subscriptionEuro ?? ''),
});

/**
 * Builds the site: the application, then a document for each page that search engines may list. A document has its head
 * and, if it is the same for everybody, its content. Last come the icons, and the worker that stores all of it.
 */
export async function buildSite({
  siteFolder = 'dist/web',
  rendererFolder = 'dist/renderer',
}: SiteFolders = {}): Promise<void> {
  const configFile = 'web/vite.config.ts';
  const settings = readSettings();
  // Always the production build: the mode of a test run would put the development React into the site.
  Object.assign(process.env, operatorVariables(settings), { NODE_ENV: 'production' });
  await build({
    configFile,
    logLevel: 'warn',
    css: { postcss: { plugins: [onlyUsedVariables('web'), olderUnits] } },
    plugins: [visitorsRouter, sharePicturesPlugin, tooOld],
    build: { outDir: resolve(siteFolder) },
  });
  await build({
    configFile,
    logLevel: 'warn',
    plugins: [visitorsRouter],
    // The function that renders documents has no packages beside it.
    ssr: { noExternal: true },
    build: {
      ssr: 'renderer.ts',
      outDir: resolve(rendererFolder),
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: false,
    },
  });
  const renderer: string = pathToFileURL(resolve(rendererFolder, 'renderer.js')).href;
  const { prerenderSite, listedSources, listingFiles } = (await import(renderer)) as Renderer;
  const template = readFileSync(join(siteFolder, 'index.html'), 'utf8');
  const manifestFile = join(siteFolder, '.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
  rmSync(dirname(manifestFile), { recursive: true });
  const parts = { template, files: await listingFiles(manifest) };
  writeFileSync(join(rendererFolder, documentParts), JSON.stringify(parts));
  const documents = await prerenderSite(template, manifest, siteUrlOf(settings) ?? unknownSiteUrl);
  for (const [path, text] of Object.entries(documents)) {
    mkdirSync(dirname(join(siteFolder, path)), { recursive: true });
    writeFileSync(join(siteFolder, path), text);
  }
  await drawIcons(siteFolder);
  await buildWorker({ siteFolder, manifest, openPages: await listedSources(manifest) });
  const objections = floorObjections(siteFolder);
  if (objections.length > 0)
    throw new Error(`The oldest browsers of rule 200 lack ${objections.join(', ')} (decision 052 says what to do).`);
}
