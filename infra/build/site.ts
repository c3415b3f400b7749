import { build } from 'vite';

/** Builds the site into `dist/web`. */
export async function buildSite(): Promise<void> {
  await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' });
}
