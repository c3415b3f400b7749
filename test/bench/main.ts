import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { chromium } from 'playwright-core';
import { startDynamoDb } from '#infra/local/emulators/dynamodb.ts';
import { prepare } from '#infra/local/prepare.ts';
import { printProgress } from '#infra/local/progress.ts';
import { createTable } from '#test/support/create-table.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { benchColdStart } from './cold-start.ts';
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

async function onDatabase(): Promise<Figure[]> {
  const database = await startDynamoDb({ megabytes: 1024 });
  try {
    const client = new DynamoDBClient({
      endpoint: database.endpoint,
      region: 'eu-west-3',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    const cold = isWanted('cold') ? benchColdStart(database.endpoint, await createTable(client)) : [];
    return [...(isWanted('search') ? await benchSearch(client) : []), ...cold];
  } finally {
    await database.close();
  }
}

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
  ...(isWanted('search') || isWanted('cold') ? await onDatabase() : []),
  ...(['live', 'load', 'traffic'].some(isWanted) ? await onLocalStack() : []),
];
printFigures(figures);
process.exitCode = figures.every(holds) ? 0 : 1;
