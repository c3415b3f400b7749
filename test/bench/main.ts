import { chromium } from 'playwright-core';
import { prepare } from '#infra/local/prepare.ts';
import { printProgress } from '#infra/local/progress.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { benchColdStart } from './cold-start.ts';
import { onTable } from './database.ts';
import { type Figure, holds, printFigures } from './figure.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchLive } from './live.ts';
import { benchSearch } from './search.ts';
import { benchSizes } from './sizes.ts';
import { benchTraffic } from './traffic.ts';

/**
 * `npm run bench`: measures what the product promises about its speed, cost and weight, and fails when a figure is
 * missed. Names of measurements (`npm run bench -- cold live`) run only those. It starts all that it needs itself.
 */
const wanted = process.argv.slice(2);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

async function onLocalStack(): Promise<Figure[]> {
  const stack = await startLocal();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    return [
      ...(isWanted('live') ? await benchLive(stack.origin, browser) : []),
      ...(isWanted('load') ? await benchFirstLoad(stack.origin, browser) : []),
      ...(isWanted('traffic') ? await benchTraffic(stack.origin, browser) : []),
    ];
  } finally {
    await browser.close();
    await stack.stop();
  }
}

await prepare(
  printProgress((line) => console.log(line)),
  { dev: false },
);
const figures = [
  ...(isWanted('sizes') ? benchSizes() : []),
  ...(isWanted('cold') ? await onTable(({ endpoint, name }) => benchColdStart(endpoint, name)) : []),
  ...(isWanted('search') ? await benchSearch() : []),
  ...(['live', 'load', 'traffic'].some(isWanted) ? await onLocalStack() : []),
];
printFigures(figures);
process.exitCode = figures.every(holds) ? 0 : 1;
