import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { profileItem } from '#functions/profiles/repository.ts';
import { functionEntries, unbundled } from '#infra/build/functions.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import { functionsFolder } from '#infra/local/prepare.ts';
import { roleOf } from '#shared/access.ts';
import { contract } from '#shared/contract.ts';
import type { RouteSpec, Routes } from '#shared/route.ts';
import { aProfileRecord } from '#test/support/factories.ts';
import { claimsFor, gatewayEvent, gatewaySettings } from '#test/support/gateway-event.ts';
import type { BenchTable } from './database.ts';
import { environmentOf } from './environment.ts';
import { type Figure, type Measurement, median } from './figure.ts';

const rounds = 25;
const loadRounds = 11;
const warmUps = 2;
/** For what members wait for, and for documents with a listing (rule 212). */
const atMost = 2.6;
const documentAtMost = 3.5;
const loadAtMost = 4.5;
/** Functions with a WebAssembly library, which is compiled at the start. No member waits at a screen for them. */
const heavyLoadAtMost = 16;

const caller = aProfileRecord({ id: '01990000-0000-7000-8000-000000000000' });

/** A row of the slice that members or visitors may call: rather a list than one thing, and rather that than an act. */
function rowOf(routes: Routes): RouteSpec | undefined {
  const cost = ({ method, path, access }: RouteSpec) =>
    (method === 'GET' ? 0 : 4) + (path.includes('{') ? 2 : 0) + (roleOf(access) === 'anyone' ? 1 : 0);
  return Object.values(routes)
    .filter(({ access }) => ['anyone', 'signedIn', 'member'].includes(roleOf(access)))
    .toSorted((a, b) => cost(a) - cost(b))[0];
}

/** The first call of every function that members wait for, as AWS makes it, by the name of the function. */
const firstCalls: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(contract).flatMap(([slice, routes]) => {
      const row = rowOf(routes);
      return row ? [[slice.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), requestOf(row)]] : [];
    }),
  ),
  socket: {
    methodArn: 'arn:aws:execute-api:eu-west-3:000000000000:bench/live/$connect',
    headers: { 'x-origin-secret': gatewaySettings.ORIGIN_SECRET, origin: 'https://example.org' },
    queryStringParameters: { ticket: 'used' },
  },
  'pre-token': { userName: caller.id, callerContext: { clientId: 'web' }, request: { userAttributes: {} } },
};

/**
 * The path names nothing that exists, and the body is empty; both are detected after the first answer of the database.
 */
function requestOf(row: RouteSpec): object {
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return gatewayEvent(row, {
    claims: roleOf(row.access) === 'anyone' ? undefined : claimsFor(caller.id, Math.floor(Date.now() / 1000)),
    params: Object.fromEntries(names.map((name) => [name, '01990000-0000-7000-8000-000000000001'])),
    headers: { 'true-client-ip': '192.0.2.1', 'idempotency-key': '01990000-0000-7000-8000-000000000002' },
    body: row.body && {},
  });
}

/**
 * A function's duration from the start of its process to its end, compared with an empty handler. Functions that
 * members wait for include a first answer from the database; all others end once their code is loaded. The starts are
 * interleaved, so that a busy machine slows all of them.
 */
export async function benchColdStart({ endpoint, client, name: tableName }: BenchTable): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const parameters = await startJsonService('SSM', { parameters: { '/bench/proof-client': 'proof' } });
  try {
    const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    await documents.send(new PutCommand({ TableName: tableName, Item: profileItem(caller) }));
    const empty = join(folder, 'empty.mjs');
    writeFileSync(empty, "export const handler = async () => ({ statusCode: 200, body: '{}' });\n");
    const env = { ...environmentOf(endpoint, tableName), AWS_ENDPOINT_URL_SSM: parameters.endpoint };
    const bundleOf = (name: string) => resolve(functionsFolder, name, 'index.mjs');
    const answers = await interleaved(rounds, [
      { name: 'empty', start: () => timeOf(empty, env, {}) },
      ...Object.entries(firstCalls).map(([name, event]) => ({ name, start: () => timeOf(bundleOf(name), env, event) })),
    ]);
    const names = Object.keys(functionEntries());
    const loads = await interleaved(loadRounds, [
      { name: 'empty', start: () => timeOf(empty, env) },
      ...names.map((name) => ({ name, start: () => timeOf(bundleOf(name), env) })),
    ]);
    const rows = names.map((name) => {
      const code = readFileSync(bundleOf(name));
      return {
        function: name,
        'kB compressed': Math.ceil(gzipSync(code).length / 1000),
        'load ÷ empty': Number(loads(name).toFixed(2)),
      };
    });
    const slowestOf = (some: typeof rows) => some.reduce((a, b) => (b['load ÷ empty'] > a['load ÷ empty'] ? b : a));
    const slowest = slowestOf(rows.filter((row) => !(row.function in unbundled)));
    const heaviest = slowestOf(rows.filter((row) => row.function in unbundled));
    return {
      figures: [
        ...Object.keys(firstCalls).map(
          (name): Figure => ({
            what: `first answer of ${name} ÷ empty handler`,
            measured: answers(name),
            atMost: name === 'share' || name === 'documents' ? documentAtMost : atMost,
            unit: '×',
          }),
        ),
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
      details: [{ caption: 'Every function: its code, and how long it starts. Sizes are information.', rows }],
    };
  } finally {
    await parameters.close();
    rmSync(folder, { recursive: true });
  }
}

/** Runs all starts in turn; how many times longer than the first one each takes, by its name. */
async function interleaved(count: number, starts: readonly { name: string; start: () => Promise<number> }[]) {
  const times = new Map(starts.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUps; round < count; round++) {
    for (const { name, start } of starts) {
      const milliseconds = await start();
      if (round >= 0) times.get(name)?.push(milliseconds);
    }
  }
  const floor = median(times.get(starts[0]?.name ?? '') ?? []);
  return (name: string) => median(times.get(name) ?? []) / floor;
}

async function timeOf(bundle: string, env: NodeJS.ProcessEnv, event?: object): Promise<number> {
  const runner = join(import.meta.dirname, 'cold-runner.mjs');
  const start = performance.now();
  await promisify(execFile)(process.execPath, [runner, bundle, ...(event ? [JSON.stringify(event)] : [])], { env });
  return performance.now() - start;
}
