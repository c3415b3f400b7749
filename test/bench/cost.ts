import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '#infra/local/emulators/dynamodb.ts';
import { openSite } from '#infra/local/seed/site-client.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { meterCapacity } from './capacity.ts';
import { type Act, actsOn, repeats } from './cost-acts.ts';
import type { Measurement } from './figure.ts';

/** Dollars, as AWS lists them for us-east-1; eu-west-3 is slightly higher. */
const prices = {
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  request: 1e-6,
  invocation: 0.2e-6,
  gigabyteSecond: 1.33334e-5,
  edgeRequest: 1.2e-6,
  gigabyteOut: 0.085,
  gigabyteLogged: 0.5,
  /** Cognito, Essentials plan: each member who signs in or stays signed in during a month, beyond the free ones. */
  activeMember: 0.015,
} as const;
const freeMembers = 10_000;
/** Assumptions: half a gigabyte for 20 ms, 0.4 kB of log and 2 kB of answer for each call. */
const [gigabytes, seconds, logged, answered] = [0.5, 0.02, 0.4e-6, 2e-6];
/** Share of the searches that the edge answers. */
const edgeHits = 0.6;
/** Rule 209. */
const atMost = 5.5;

/** Dollars for a million acts of members, in an assumed mix, from units counted on the running product. */
export async function benchCost(): Promise<Measurement> {
  // Each function has credentials of its own, and only an engine with a folder shares its tables among them.
  const dir = mkdtempSync(join(tmpdir(), 'bench-cost-'));
  const engine = await startDynamoDb({ dir });
  const meter = await meterCapacity(engine.endpoint);
  const before = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = meter.endpoint;
  const stack = await startLocal({ limits: true });
  if (before === undefined) delete process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  else process.env['AWS_ENDPOINT_URL_DYNAMODB'] = before;
  try {
    const rows = [];
    for (const act of await actsOn(openSite(stack.origin), stack.dataFolder)) {
      await meter.settled();
      const start = meter.read();
      for (let round = 0; round < repeats; round++) await act.run(round);
      await meter.settled();
      const end = meter.read();
      rows.push(
        priced(act, (end.readUnits - start.readUnits) / repeats, (end.writeUnits - start.writeUnits) / repeats),
      );
    }
    const total = rows.reduce((sum, { dollars }) => sum + dollars, 0);
    return {
      figures: [{ what: 'a million acts of members', measured: total, atMost, unit: '$' }],
      details: [
        {
          caption: `Units counted between the running product and DynamoDB, what the stream sets off included, per act over ${repeats}. List prices of us-east-1; ${edgeHits * 100} % of the searches answered at the edge; 512 MB for 20 ms, 0.4 kB of log and 2 kB of answer for each call. The mix of acts is a guess.`,
          rows: rows.map(({ dollars, ofStream, ...row }) => ({
            ...row,
            '$ of a million acts': Number(dollars.toFixed(3)),
            'the stream’s share': Number(ofStream.toFixed(3)),
            'Cognito’s share': 0,
          })),
        },
        {
          caption: `Accounts cost by themselves: Cognito (Essentials plan) takes ${prices.activeMember} $ a month for each member who signs in or stays signed in, beyond ${freeMembers.toLocaleString('en')} of them.`,
          rows: [10_000, 20_000, 50_000, 100_000].map((members) => ({
            'active members': members.toLocaleString('en'),
            '$ a month': Number(((members - freeMembers) * prices.activeMember).toFixed(2)),
          })),
        },
      ],
    };
  } finally {
    await stack.stop();
    await meter.close();
    await engine.close();
    rmSync(dir, { recursive: true });
  }
}

function priced({ name, share, isCached, calls, followUps }: Act, readUnits: number, writeUnits: number) {
  const reached = share * (isCached ? 1 - edgeHits : 1);
  const invocation = prices.invocation + gigabytes * seconds * prices.gigabyteSecond + logged * prices.gigabyteLogged;
  const ofStream = reached * followUps * invocation;
  const dollars =
    share * calls * (prices.edgeRequest + answered * prices.gigabyteOut) +
    reached * calls * (prices.request + invocation) +
    reached * (readUnits * prices.readUnit + writeUnits * prices.writeUnit) +
    ofStream;
  const rounded = (value: number) => Number(value.toFixed(1));
  return {
    act: name,
    'of a million': share.toLocaleString('en'),
    calls,
    'calls of the stream': followUps,
    'read units': rounded(readUnits),
    'write units': rounded(writeUnits),
    dollars,
    ofStream,
  };
}
