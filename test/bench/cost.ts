import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '#infra/local/emulators/dynamodb.ts';
import { carriedParcel } from '#infra/local/seed/listings.ts';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { proveSession } from '#test/support/stack-table.ts';
import { meterCapacity } from './capacity.ts';
import type { Measurement } from './figure.ts';
import { demoMembers } from './people.ts';

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
const atMost = 5;
const repeats = 6;

interface Act {
  readonly name: string;
  /** Cost of a million acts. */
  readonly share: number;
  readonly isCached?: true;
  /** Invocations by the stream, to the projector and the dispatcher. */
  readonly followUps: number;
  /** Calls of one act. */
  readonly calls: number;
  readonly run: (round: number) => Promise<unknown>;
}

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
          rows: rows.map(({ dollars, ...row }) => ({ ...row, '$ of a million acts': Number(dollars.toFixed(3)) })),
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
  const lambda = prices.invocation + gigabytes * seconds * prices.gigabyteSecond;
  const dollars =
    share * calls * (prices.edgeRequest + answered * prices.gigabyteOut) +
    reached * calls * prices.request +
    reached * (calls + followUps) * (lambda + logged * prices.gigabyteLogged) +
    reached * (readUnits * prices.readUnit + writeUnits * prices.writeUnit);
  const rounded = (value: number) => Number(value.toFixed(1));
  return {
    act: name,
    'of a million': share.toLocaleString('en'),
    calls,
    'read units': rounded(readUnits),
    'write units': rounded(writeUnits),
    dollars,
  };
}

const searches = [
  {},
  { fromPlace: '2988507' },
  { fromCountry: 'France', toCountry: 'Algérie' },
  { fromCity: 'par', toCity: 'alg' },
  { toCity: 'a' },
  { fromCity: 'a', toCity: 'a' },
];

async function actsOn(site: SiteClient, dataFolder: string): Promise<Act[]> {
  const [first, second] = await demoMembers(site);
  const { admin } = (await (await site.local('demo')).json()) as { admin: { email: string; password: string } };
  const [me, judge] = (await Promise.all(
    [first, admin].map(({ email, password }) => site.member(email, password)),
  )) as [Caller, Caller];
  await proveSession(judge.session?.accessToken ?? '', dataFolder);
  const [listed] = (await site.visitor.ok('searchParcels')).items;
  if (!listed) throw new Error('The demo data have no listed parcel');
  const withSecond = { params: { userId: second.userId }, query: {} };
  const read = { followUps: 0, calls: 1 };
  return [
    {
      name: 'search',
      share: 550_000,
      isCached: true,
      ...read,
      run: (round) => site.visitor.ok('searchParcels', { query: searches[round] ?? {} }),
    },
    {
      name: 'open a parcel',
      share: 150_000,
      ...read,
      run: () => me.ok('readParcel', { params: { parcelId: listed.id } }),
    },
    {
      name: 'open a profile',
      share: 100_000,
      ...read,
      run: () => me.ok('readMember', { params: { userId: second.userId } }),
    },
    { name: 'open a conversation', share: 75_000, ...read, run: () => me.ok('conversation', withSecond) },
    { name: 'list of conversations', share: 60_000, ...read, run: () => me.ok('conversations', { query: {} }) },
    {
      name: 'send a message',
      share: 40_000,
      followUps: 2,
      calls: 1,
      run: (round) => me.ok('sendMessage', { body: { recipientId: second.userId, content: `Mesure ${round}.` } }),
    },
    {
      name: 'publish a parcel, have it approved, take it back',
      share: 12_000,
      followUps: 6,
      calls: 3,
      async run(round) {
        const { id } = await me.ok('publishParcel', { body: carriedParcel(`Mesure ${round}`, Date.now()) });
        const params = { parcelId: id };
        const { version } = await judge.ok('approveParcel', { params, version: 1 });
        await me.ok('pauseParcel', { params, version });
      },
    },
    { name: 'my parcels', share: 13_000, ...read, run: () => me.ok('myParcels', { query: {} }) },
  ];
}
