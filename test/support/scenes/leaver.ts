import { randomUUID } from 'node:crypto';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { deletionRepository } from '#functions/account-deletion/repository.ts';
import { type DeletionDeps, runDueDeletions } from '#functions/account-deletion/run.ts';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { mail } from '#functions/mail/outbox.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { projector } from '#functions/stream/projector/project.ts';
import { dayMs } from '#shared/values/time.ts';
import { newAccessKey } from '../create-table.ts';
import { put } from '../pipeline.ts';
import { freshTable, itemsIn } from '../table.ts';
import { everything, friend, leaver, leaverUser, parcels, stored, trip } from './leaver-items.ts';

/** The time at which this world starts. */
const start = Date.parse('2026-12-01T12:00:00Z');

/** Breaks a call: undefined lets it pass. */
export type Breaker = (moment: 'before' | 'after') => void;

/** A table with a member who has everything, their files and their user; the job that erases; the projector. */
export async function aLeaver(extra: readonly Item[] = []) {
  const { name: tableName, client, drop } = await freshTable({ accessKeyId: newAccessKey() });
  const table = openTable(tableName, client);
  await putAll(table, [...Object.values(everything).flat(), ...extra]);
  const clock = { now: start };
  const breaker: { use: Breaker | undefined } = { use: undefined };
  const changes = recording(table, openTable(tableName, client));
  await prepare(table, clock.now);
  const { buckets, users, called, ...outside } = breakable(breaker);
  const send = table.documents.send.bind(table.documents);
  const fragile: Table['documents']['send'] = ((command: never) => called(() => send(command))) as never;
  const deps: DeletionDeps = { table, now: () => clock.now, newId: randomUUID, ...outside, budgetMs: 60_000 };
  const project = projector(table, () => clock.now);
  /** The stream, to its end. */
  const follow = async () => {
    for (let batch = changes.splice(0); batch.length > 0; batch = changes.splice(0)) {
      const { batchItemFailures } = await project({ Records: batch });
      if (batchItemFailures.length > 0) throw new Error('The projector gave a change back');
    }
  };
  /** One run of the job. */
  const run = async (limits: Partial<DeletionDeps> = {}) => {
    table.documents.send = fragile;
    try {
      return await runDueDeletions({ ...deps, ...limits });
    } finally {
      table.documents.send = send;
    }
  };
  return {
    table,
    clock,
    deps,
    buckets,
    users,
    breaker,
    follow,
    run,
    /** The account is closed now, as by the root administrator. */
    async close() {
      const profile = await profileRepository(table).read(leaver);
      if (!profile) throw new Error('The member is gone');
      await table.transact(deletionRepository(table).close(profile, { now: clock.now }));
      clock.now += 2 * 60_000;
    },
    /** Runs, with the stream and the mails between them, until nothing is due for two days. */
    async toTheEnd() {
      for (let turn = 0; turn < 30; turn++) {
        const finished = await run();
        await follow();
        if (finished > 0 || !(await isClosing(table))) return;
        await sendLastMail(table);
        clock.now += 65 * 60_000;
      }
      throw new Error('The deletion never ends');
    },
    all: () => itemsIn(table),
    drop,
  };
}
export type Leaver = Awaited<ReturnType<typeof aLeaver>>;

/** The files and the user, whose calls the breaker may break before and after their effect. */
function breakable(breaker: { readonly use: Breaker | undefined }) {
  const buckets = Object.fromEntries(Object.entries(stored).map(([name, all]) => [name, new Set(all)])) as Record<
    keyof typeof stored,
    Set<string>
  >;
  const users = new Set([leaverUser, friend]);
  const called = async <T>(effect: () => T | Promise<T>): Promise<T> => {
    breaker.use?.('before');
    const result = await effect();
    breaker.use?.('after');
    return result;
  };
  const store = (name: keyof typeof stored) => ({
    delete: (key: string) => called(() => void buckets[name].delete(key)),
    async *under(prefix: string) {
      yield* await called(() => [...buckets[name]].filter((key) => key.startsWith(prefix)));
    },
  });
  const identity: DeletionDeps['identity'] = {
    isThere: (id) => called(() => users.has(id)),
    deleteUser: (id) => called(() => void users.delete(id)),
  };
  const files: DeletionDeps['files'] = {
    quarantine: store('quarantine'),
    identity: store('identity'),
    private: store('private'),
    media: store('media'),
  };
  return { buckets, users, called, identity, files };
}

async function isClosing(table: Table): Promise<boolean> {
  const { pk, sk } = keys.deletion(leaver);
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :gone',
    ExpressionAttributeValues: { ':gone': pk },
    ConsistentRead: true,
  });
  return items.some((item) => item['sk'] === sk);
}

/** The mail that the deletion waits for, if it is written. */
async function sendLastMail(table: Table): Promise<void> {
  const key = keys.outbox(`gone-${leaver}`);
  if (await table.get(key))
    await table.transact([
      table.update(key, {
        expression: 'SET #record.#state = :sent',
        names: { '#record': 'record', '#state': 'state' },
        values: { ':sent': 'sent' },
      }),
    ]);
}

/** Rows that only the product's own code can write: deliveries, search rows, mails. */
async function prepare(table: Table, now: number): Promise<void> {
  for (const parcel of Object.values(parcels))
    for (const row of rowsOf(parcel, now)) await table.transact([storeRow(table, row)]);
  await showListing(table, 'parcel', parcels.own.id, now);
  await showListing(table, 'trip', trip.id, now);
  await table.transact([
    mail(
      table,
      'parcelApproved',
      { memberId: leaver },
      { firstName: 'Zoubida', title: 'Livres', parcelId: parcels.own.id },
      { id: 'to-leaver', now },
    ),
    mail(table, 'profileApproved', { memberId: friend }, { firstName: 'Karim' }, { id: 'to-friend', now }),
    receiptRepository(table).putEnd(leaver, new Date(now + 200 * dayMs).toISOString(), now),
  ]);
}

/** Notes every change that a transaction makes, as the stream would tell it; `reader` is never broken. */
function recording(table: Table, reader: Table): DynamoDBRecord[] {
  const changes: DynamoDBRecord[] = [];
  const send = table.documents.send.bind(table.documents);
  const read = async (all: readonly Key[]) => {
    const found: (Item | undefined)[] = [];
    for (let from = 0; from < all.length; from += 100)
      found.push(...(await reader.getMany(all.slice(from, from + 100), { consistent: true })));
    return found;
  };
  const image = (item: Item | undefined) => item && marshall(item, { removeUndefinedValues: true });
  const noting = async (command: unknown) => {
    if (!(command instanceof TransactWriteCommand)) return send(command as never);
    const touched = (command.input.TransactItems ?? []).flatMap(({ Put, Update, Delete }) => {
      const { pk, sk } = (Put?.Item ?? Update?.Key ?? Delete?.Key ?? {}) as Partial<Key>;
      return pk === undefined || sk === undefined ? [] : [{ pk, sk }];
    });
    const before = await read(touched);
    const answer = await send(command as never);
    const after = await read(touched);
    for (const [index] of touched.entries()) {
      const [old, fresh] = [before[index], after[index]];
      if (JSON.stringify(old) === JSON.stringify(fresh)) continue;
      changes.push({
        eventID: randomUUID(),
        dynamodb: {
          SequenceNumber: String(changes.length),
          ...(old ? { OldImage: image(old) } : {}),
          ...(fresh ? { NewImage: image(fresh) } : {}),
        },
      } as DynamoDBRecord);
    }
    return answer;
  };
  table.documents.send = noting as never;
  return changes;
}

/** Stores items beside the world. */
export const putAll = (table: Table, items: readonly Item[]) => Promise.all(items.map((item) => put(table, item)));
