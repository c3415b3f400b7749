import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { siteFolder } from '#infra/local/prepare.ts';

/** The built files that a page asks for from now on, without those that are loaded ahead once it has stood a while. */
export async function followFirstLoad(page: Page): Promise<ReadonlySet<string>> {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { get: () => ({ saveData: true }) }));
  const files = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/.+\.(js|css)$/.test(pathname)) files.add(pathname);
  });
  return files;
}

/** The compressed size of the files with this ending. */
export function kilobytesOf(files: ReadonlySet<string>, ending: '.js' | '.css'): number {
  const sizes = [...files]
    .filter((file) => file.endsWith(ending))
    .map((file) => gzipSync(readFileSync(join(siteFolder, file)), { level: 9 }).length);
  return Number((sizes.reduce((sum, size) => sum + size, 0) / 1000).toFixed(1));
}
