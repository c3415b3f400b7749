import { chromium } from 'playwright-core';
import { prepare, printProgress } from '#infra/local/prepare.ts';
import { buildPlaces } from '#infra/places/build.ts';
import { chromiumPath } from '#test/support/chromium.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { benchAutocomplete } from './autocomplete.ts';
import { benchColdStart } from './cold-start.ts';
import { benchCost } from './cost.ts';
import { onTable } from './database.ts';
import { holds, type Measurement, printFigures, type Section } from './figure.ts';
import { benchFirstLoad } from './first-load.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLive } from './live.ts';
import { writeReport } from './report.ts';
import { benchSearch } from './search.ts';

/**
 * `npm run bench`: measures the promised speed, cost and size, writes them to docs/benchmarks.md,
 * and fails when a figure is missed. Names of measurements (`npm run bench -- cold live`) run only those. It starts all
 * that it needs itself.
 */
const titles = {
  search: 'Search',
  cities: 'Suggestions of cities',
  live: 'Live messages',
  load: 'First load',
  lighthouse: 'First sight on a slow phone',
  cold: 'Code and cold starts',
  cost: 'Cost',
} as const;
type Name = keyof typeof titles;

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in titles));
if (unknown.length > 0)
  throw new Error(`Measurements are ${Object.keys(titles).join(', ')}; not ${unknown.join(', ')}.`);
const isWanted = (name: Name) => wanted.length === 0 || wanted.includes(name);

const sections: Section[] = [];

/** Results are written immediately, so that a later failure loses nothing. */
async function measured(name: Name, measure: () => Promise<Measurement> | Measurement): Promise<void> {
  if (!isWanted(name)) return;
  sections.push({ title: titles[name], ...(await measure()) });
  writeReport(sections, Object.values(titles));
}

async function onLocalStack(): Promise<void> {
  const stack = await startLocal();
  const { origin } = stack;
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  try {
    await measured('live', () => benchLive(origin, browser));
    await measured('load', async () => ({ figures: await benchFirstLoad(origin, browser) }));
    await measured('lighthouse', () => benchLighthouse(origin));
  } finally {
    await browser.close();
    await stack.stop();
  }
}

const progress = printProgress((line) => console.log(line));
await progress.step('places', () => buildPlaces());
await prepare(progress, { dev: false });
await measured('cities', benchAutocomplete);
await measured('cold', () => onTable(benchColdStart));
await measured('search', benchSearch);
if ((['live', 'load', 'lighthouse'] satisfies Name[]).some(isWanted)) await onLocalStack();
await measured('cost', benchCost);

const figures = sections.flatMap((section) => section.figures);
printFigures(figures);
process.exitCode = figures.every(holds) ? 0 : 1;
