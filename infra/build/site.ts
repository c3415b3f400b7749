import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { readSettings, type Settings } from '../config.ts';
import { siteUrlOf, unknownSiteUrl } from '../naming.ts';
import { floorObjections } from './floor-check.ts';
import { drawIcons } from './icons.ts';
import { olderUnits } from './older-units.ts';
import { sharePicturesPlugin } from './share-pictures.ts';
import { tooOld } from './too-old.ts';
import { onlyUsedVariables } from './used-variables.ts';
import { visitorsRouter } from './visitors-router.ts';
import { buildWorker, type Manifest } from './worker.ts';

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
export const operatorVariables = ({ legalName, legalAddress, legalEmail }: Settings) => ({
  VITE_LEGAL_NAME: legalName,
  VITE_LEGAL_ADDRESS: legalAddress,
  VITE_LEGAL_EMAIL: legalEmail,
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
