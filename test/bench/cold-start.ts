import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { functionEntries } from '#infra/build/functions.ts';
import { unbundled } from '#infra/build/unbundled.ts';
import { functionsFolder } from '#infra/local/prepare.ts';
import { type RouteSpec, routeKey } from '#shared/route.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { siteRoutes } from '#shared/site/contract.ts';
import { type Measurement, median } from './figure.ts';

const rounds = 25;
const loadRounds = 11;
const warmUps = 2;
/** For what members wait for (rule 212). */
const atMost = 2.6;
const loadAtMost = 4.5;
/** Functions with a WebAssembly library, which is compiled at the start. No member waits at a screen for them. */
const heavyLoadAtMost = 16;

const originSecret = 'bench';
const asked = { site: siteRoutes.health, search: searchRoutes.searchParcels } as const;

/**
 * How much longer than an empty handler a function takes from the start of its process until it has ended: with a first
 * answer that needed the database, and for every function until its code is loaded. The starts are interleaved, so that
 * a busy machine slows all of them.
 */
export function benchColdStart(endpoint: string, tableName: string): Measurement {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, "export const handler = async () => ({ statusCode: 200, body: '{}' });\n");
    const env = environment(endpoint, tableName);
    const bundleOf = (name: string) => resolve(functionsFolder, name, 'index.mjs');
    const answers = interleaved(rounds, [
      { name: 'empty', start: () => timeOf(empty, env, siteRoutes.health) },
      ...Object.entries(asked).map(([name, row]) => ({ name, start: () => timeOf(bundleOf(name), env, row) })),
    ]);
    const names = Object.keys(functionEntries());
    const loads = interleaved(loadRounds, [
      { name: 'empty', start: () => timeOf(empty, env) },
      ...names.map((name) => ({ name, start: () => timeOf(bundleOf(name), env) })),
    ]);
    const rows = names.map((name) => {
      const code = readFileSync(bundleOf(name));
      return {
        function: name,
        kB: Math.ceil(code.length / 1000),
        'kB compressed': Math.ceil(gzipSync(code).length / 1000),
        'load ÷ empty': Number(loads(name).toFixed(2)),
      };
    });
    const slowestOf = (some: typeof rows) => some.reduce((a, b) => (b['load ÷ empty'] > a['load ÷ empty'] ? b : a));
    const slowest = slowestOf(rows.filter((row) => !(row.function in unbundled)));
    const heaviest = slowestOf(rows.filter((row) => row.function in unbundled));
    return {
      figures: [
        ...Object.keys(asked).map((name) => ({
          what: `cold start of ${name} to its first database answer ÷ empty handler`,
          measured: answers(name),
          atMost,
          unit: '×',
        })),
        {
          what: `cold start of the slowest of ${names.length - Object.keys(unbundled).length} functions, ${slowest.function}, until it is loaded ÷ empty handler`,
          measured: slowest['load ÷ empty'],
          atMost: loadAtMost,
          unit: '×',
        },
        {
          what: `cold start of ${heaviest.function}, which decodes files, until it is loaded ÷ empty handler`,
          measured: heaviest['load ÷ empty'],
          atMost: heavyLoadAtMost,
          unit: '×',
        },
      ],
      details: [{ caption: 'Every function: its minified code, and how long it loads.', rows }],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs all starts in turn; how many times longer than the first one each takes, by its name. */
function interleaved(count: number, starts: readonly { name: string; start: () => number }[]) {
  const times = new Map(starts.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUps; round < count; round++) {
    for (const { name, start } of starts) {
      const milliseconds = start();
      if (round >= 0) times.get(name)?.push(milliseconds);
    }
  }
  const floor = median(times.get(starts[0]?.name ?? '') ?? []);
  return (name: string) => median(times.get(name) ?? []) / floor;
}

function timeOf(bundle: string, env: NodeJS.ProcessEnv, row?: RouteSpec): number {
  const runner = join(import.meta.dirname, 'cold-runner.mjs');
  const start = performance.now();
  execFileSync(process.execPath, [runner, bundle, ...(row ? [JSON.stringify(eventOf(row))] : [])], {
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

/** Variables that the template gives to some functions, and Lambda to every function. */
const environment = (endpoint: string, tableName: string): NodeJS.ProcessEnv => ({
  TABLE: tableName,
  ORIGIN_SECRET: originSecret,
  RATE_LIMITS: 'on',
  POOL_ID: 'eu-west-3_bench',
  CLIENT_ID: 'bench',
  SHORT_CLIENT_ID: 'bench',
  PROOF_CLIENT_ID: 'bench',
  PROOF_CLIENT_PARAMETER: '/bench/proof-client',
  SECOND_FACTOR_KEY: 'bench',
  QUARANTINE_BUCKET: 'quarantine',
  TRIES: '5',
  IDENTITY_BUCKET: 'identity',
  PRIVATE_BUCKET: 'private',
  MEDIA_BUCKET: 'media',
  LOG_BUCKET: 'log',
  SITE_URL: 'https://example.org',
  SOCKET_ENDPOINT: 'https://example.org/ws',
  MAIL_FROM: 'bench@example.org',
  MAIL_QUEUE: 'https://sqs.eu-west-3.amazonaws.com/000000000000/mails',
  CONFIGURATION_SET: 'bench',
  PASSWORD_POLICY: 'spec',
  ADMIN_EMAIL: 'bench@example.org',
  POWERTOOLS_SERVICE_NAME: 'bench',
  POWERTOOLS_METRICS_NAMESPACE: 'Bench',
  TZ: ':UTC',
  AWS_REGION: 'eu-west-3',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
});
