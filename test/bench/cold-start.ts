import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { functionsFolder } from '#infra/local/prepare.ts';
import { type RouteSpec, routeKey } from '#shared/route.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { siteRoutes } from '#shared/site/contract.ts';
import { type Figure, median } from './figure.ts';

const rounds = 25;
const warmUps = 2;
const atMost = 2.6;

const originSecret = 'bench';
const starts = [
  { name: 'site', row: siteRoutes.health },
  { name: 'search', row: searchRoutes.searchParcels },
] as const;

/**
 * How much longer than an empty handler a function takes from the start of its process to the first answer that needed
 * the database, until the process has ended. The starts are interleaved, so that a busy machine slows all of them.
 */
export function benchColdStart(endpoint: string, tableName: string): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, "export const handler = async () => ({ statusCode: 200, body: '{}' });\n");
    const bundles = [empty, ...starts.map(({ name }) => resolve(functionsFolder, name, 'index.mjs'))];
    const times = bundles.map((): number[] => []);
    for (let round = -warmUps; round < rounds; round++) {
      for (const [at, bundle] of bundles.entries()) {
        const row = starts[at - 1]?.row ?? siteRoutes.health;
        const milliseconds = timeOf(bundle, row, environment(endpoint, tableName));
        if (round >= 0) times[at]?.push(milliseconds);
      }
    }
    const [floor = Number.NaN, ...medians] = times.map(median);
    console.log(
      `cold starts, median: empty ${floor.toFixed(0)} ms, ${medians.map((ms) => ms.toFixed(0)).join(', ')} ms`,
    );
    return starts.map(({ name }, at) => ({
      what: `cold start of ${name} to its first database answer ÷ empty handler`,
      measured: (medians[at] ?? Number.NaN) / floor,
      atMost,
      unit: '×',
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function timeOf(bundle: string, row: RouteSpec, env: NodeJS.ProcessEnv): number {
  const runner = join(import.meta.dirname, 'cold-runner.mjs');
  const start = performance.now();
  execFileSync(process.execPath, [runner, bundle, JSON.stringify(eventOf(row))], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return performance.now() - start;
}

/** As API Gateway sends it, with what the pipeline reads. */
const eventOf = (row: RouteSpec) => ({
  version: '2.0',
  routeKey: routeKey(row),
  headers: { 'x-origin-secret': originSecret, 'true-client-ip': '192.0.2.1' },
  requestContext: { http: { sourceIp: '192.0.2.1' } },
});

/** What the template gives these two functions, and Lambda every function. */
const environment = (endpoint: string, tableName: string): NodeJS.ProcessEnv => ({
  TABLE: tableName,
  ORIGIN_SECRET: originSecret,
  RATE_LIMITS: 'on',
  POWERTOOLS_SERVICE_NAME: 'bench',
  POWERTOOLS_METRICS_NAMESPACE: 'Bench',
  TZ: ':UTC',
  AWS_REGION: 'eu-west-3',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
});
