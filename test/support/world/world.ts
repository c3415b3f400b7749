import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { type Item, openTable } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import type { FinalReply, SiteRow } from '#infra/local/seed/site-client.ts';
import { roleOf } from '#shared/access.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import type { RowName } from '#shared/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { Problem } from '#shared/refusal.ts';
import type { Call } from '#shared/route.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile, memberIds, type Role } from '#test/access/people.ts';
import { anAccountsBackend } from '../accounts.ts';
import { type PipelineAnswer, pipelineOf, put, type Request } from '../pipeline.ts';
import { fewPlaces } from '../places.ts';
import { fewSlugs } from '../search/slugs.ts';
import { type FreshTable, freshTable, itemsIn } from '../table.ts';
import { type EveryDeps, everyHandler, rows } from './handlers.ts';
import { itemOf, type Storable } from './item-of.ts';
import { plainRenderer } from './plain-renderer.ts';
import { type FileFacts, putSentFile } from './sent-file.ts';

export interface WorldOptions {
  /**
   * Members, each by their role in the access matrix or with their own profile. A, S and RA are administrators, D is a
   * deactivated one; RA is the root administrator.
   */
  readonly people?: readonly (Role | ProfileRecord)[];
  /** Further items that the table starts with. */
  readonly items?: readonly Storable[];
  /** The time at the beginning, in milliseconds or as ISO text. */
  readonly start?: number | string;
  /** Each look at the clock is a millisecond later: acts that follow each other have different times. */
  readonly isTicking?: boolean;
  /** Dependencies of the test's own. */
  readonly deps?: Partial<EveryDeps>;
  /** A database of its own, for a test that makes worlds by the hundred. */
  readonly accessKeyId?: string;
  /** The table has a stream, for a test that shows it to a consumer. */
  readonly hasStream?: boolean;
  /** The table in memory (`memoryEngine`), for a test that makes thousands of acts, and takes some back. */
  readonly inMemory?: Pick<FreshTable, 'name' | 'client'>;
}

export type World = Awaited<ReturnType<typeof aWorld>>;

/** The body of a row's answer: its reply, or the problem with its code. */
export type BodyOf<N extends RowName> = FinalReply<N> extends undefined ? Refused : FinalReply<N> & Refused;
type Refused = Partial<Pick<Problem, 'code' | 'detail' | 'fields' | 'current'>>;

type Asked<N extends RowName> = Omit<Call<SiteRow<N>>, 'version'> & Omit<Request, 'params' | 'query' | 'body'>;

/** Every operation of the product, called by one member. Without a version it is about the stored one. */
export type Acts = {
  readonly [N in RowName]: (
    ...request: Record<string, never> extends Asked<N> ? [Asked<N>?] : [Asked<N>]
  ) => Promise<Omit<PipelineAnswer, 'body'> & { readonly body: BodyOf<N> }>;
};

/**
 * The product in one process for one test: all operations with their real handlers behind the real pipeline, over a
 * table of their own on DynamoDB Local. The user pool, the mail service and the clock are in memory.
 */
export async function aWorld({
  people = [],
  items = [],
  start = '2026-11-20T10:00:00.000Z',
  ...options
}: WorldOptions = {}) {
  const { name, client } =
    options.inMemory ?? (await freshTable({ accessKeyId: options.accessKeyId, hasStream: options.hasStream }));
  const table = openTable(name, client);
  const backend = await anAccountsBackend(typeof start === 'number' ? start : Date.parse(start), table);
  const { clock, call: visitor, ...accounts } = backend;
  const now = () => (options.isTicking ? clock.now++ : clock.now);
  const core = { table, now, newId: randomUUID };
  const s3 = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const deps = { renderer: plainRenderer, ...storage(s3), ...backend.deps, ...core, ...options.deps } as EveryDeps;
  const pipeline = pipelineOf(rows, everyHandler(deps), deps);
  const seed = async (...things: readonly Storable[]) => {
    await Promise.all(things.map((thing) => put(table, itemOf(thing))));
  };
  await seed(...people.flatMap((person, at) => itemsOf(person, at)));
  // Afterwards, because a test may give a person other facts.
  await seed(...items);

  const stored = async (key: Key) => {
    const item = await table.get(key, { consistent: true });
    if (!item) throw new Error(`${key.pk} ${key.sk} is not in the table`);
    return item;
  };
  const recordsOf = async (kind: string) =>
    (await itemsIn(table)).filter((item) => item['kind'] === kind).map(({ record }) => record);
  const call = (row: RowName, memberId: string, request: Request = {}) => {
    const isForAdministrators = ['unprovenAdmin', 'admin', 'rootAdmin'].includes(roleOf(rows[row].access));
    const proof = isForAdministrators && request.asAdminIn === undefined ? { asAdmin: true as const } : {};
    return pipeline(row, memberId, { ...proof, ...request });
  };
  const act = async (row: RowName, memberId: string, request: Request = {}) => {
    const seen = rows[row].ifMatch && request.version === undefined ? await versionAt(request.params) : {};
    return call(row, memberId, { ...seen, ...request });
  };
  const versionAt = async (params: Request['params']) => {
    const key = keyOf(params);
    return key ? { version: Number((await stored(key))['version']) } : {};
  };

  return {
    ...accounts,
    table,
    client,
    clock,
    deps,
    /** Calls a row of the visitor's without the pipeline: its handler, then its writes. */
    visitor,
    /** Calls a row as a member with any request, also a wrong one. Administrators have proven their second factor. */
    call,
    /** The same by the row's types: `as(karim).sendMessage({ body })`. */
    as: (memberId: string) =>
      Object.fromEntries(
        Object.keys(rows).map((row) => [row, (request?: Request) => act(row as RowName, memberId, request)]),
      ) as unknown as Acts,
    seed,
    /** The item with this key; an error without it. */
    stored,
    profile: async (id: string) => parseProfile(await stored(keys.profile(id))),
    parcel: async (id: string) => parseParcel(await stored(keys.parcel(id))),
    items: () => itemsIn(table),
    /** All mails that the product has written, oldest first. */
    mails: async () => byTime((await itemsIn(table)).filter(isMail).map(parseMail), 'createdAt'),
    /** The administrators' log, oldest line first. */
    log: async () =>
      byTime(
        (await recordsOf('log')).map((record) => AdminLogRecord.parse(record)),
        'at',
      ),
    /** A file that a member has sent and the scanner has accepted; returns its id. */
    aFile: (kind: UploadKind, ownerId: string, facts?: FileFacts) =>
      putSentFile(table, clock.now, kind, ownerId, facts),
  };
}

/** Buckets that no test writes to, the places that listings know, and links of archives. */
const storage = (s3: S3Client) => ({
  files: openFiles(s3),
  privateBucket: 'private',
  identityBucket: 'identity',
  quarantine: 'quarantine',
  places: fewPlaces,
  slugs: fewSlugs,
  linkTo: async (key: string) => `https://files.example/${key}`,
  site: async () => 'https://envoyage.example',
});

/** Administrators were added a day apart, in the order of the list. */
function itemsOf(person: Role | ProfileRecord, at: number): Item[] {
  if (typeof person !== 'string') return [itemOf(person)];
  const profile = aProfile(person);
  if (!['A', 'S', 'RA', 'D'].includes(person)) return [itemOf(profile)];
  const row = {
    ...keys.administrator(memberIds[person]),
    kind: 'administrator',
    status: person === 'D' ? 'inactive' : 'active',
    rootAdmin: person === 'RA',
    email: profile.email,
    createdAt: new Date(Date.parse(profile.createdAt) + at * dayMs).toISOString(),
  };
  return [itemOf(profile), row];
}

/** The thing that a request is about. */
const keyOf = ({
  parcelId,
  tripId,
  receiptId,
  reportId,
  userId,
}: Record<string, string | undefined> = {}): Key | undefined => {
  if (parcelId) return keys.parcel(parcelId);
  if (tripId) return keys.trip(tripId);
  if (receiptId) return keys.receipt(receiptId);
  if (reportId) return keys.report(reportId);
  return userId ? keys.profile(userId) : undefined;
};

const byTime = <F extends string, T extends Readonly<Record<F, string>>>(records: readonly T[], field: F): T[] =>
  records.toSorted((a, b) => a[field].localeCompare(b[field]));
