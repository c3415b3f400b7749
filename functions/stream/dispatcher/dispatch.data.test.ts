import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { advertisementRepository } from '#functions/site/advertisements.ts';
import { mattersOf, StatsRecord } from '#shared/profiles/record.ts';
import type { AdvertisementRecord } from '#shared/site/rules.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { alger, paris } from '#test/support/factories.ts';
import { put } from '#test/support/pipeline.ts';
import { aDispatcher, session } from '#test/support/scenes/dispatcher.ts';
import type { AddressedEvent } from '../live-events.ts';
import { dispatchBatch, isMailDue } from './dispatch.ts';

const { M: member, O: owner, A: administrator, D: deactivated } = memberIds;

const outbox = (change: object = {}): Item => {
  const record = {
    id: 'mail',
    mail: 'profileApproved',
    memberId: member,
    data: {},
    createdAt: 'now',
    state: 'pending',
  };
  return { ...keys.outbox('mail'), kind: 'outbox', record: { ...record, ...change } };
};

test('a change of a parcel reaches every open page of its owner, and no other member', async () => {
  const { happens, sent } = await aDispatcher([
    [owner, 'tab 1'],
    [owner, 'tab 2'],
    [member, 'stranger'],
  ]);
  await happens(undefined, parcelItem(aParcel(1, 'O')));
  expect(sent.map(([id]) => id).sort()).toEqual(['tab 1', 'tab 2']);
  expect(sent[0]?.[1]).toMatchObject({ type: 'parcel.changed', data: { id: aParcel(1, 'O').id } });
});

test('a closed connection is deleted and the others get the event', async () => {
  const { happens, sent, gone, openOf } = await aDispatcher([
    [owner, 'gone'],
    [owner, 'here'],
  ]);
  gone.add('gone');
  await happens(undefined, parcelItem(aParcel(1, 'O')));
  expect(sent.map(([id]) => id)).toEqual(['here']);
  expect(await openOf(owner)).toEqual(['here']);
});

test('a connection that is still opening answers as if it were closed, and gets later events', async () => {
  const { happens, sent, gone, openOf } = await aDispatcher([[owner, 'opening']], [], {
    now: Date.parse('2026-11-20T10:00:10.000Z'),
  });
  gone.add('opening');
  await happens(undefined, parcelItem(aParcel(1, 'O')));
  expect(await openOf(owner)).toEqual(['opening']);
  gone.delete('opening');
  await happens(undefined, parcelItem(aParcel(1, 'O', { version: 2 })));
  expect(sent.map(([id]) => id)).toEqual(['opening']);
});

test('counters go to connected administrators who are active', async () => {
  const { happens, sent } = await aDispatcher(
    [
      [administrator, 'active'],
      [deactivated, 'inactive'],
      [member, 'member'],
    ],
    [
      { ...keys.administrator(administrator), status: 'active' },
      { ...keys.administrator(deactivated), status: 'inactive' },
    ],
  );
  await happens(undefined, { ...keys.adminCounters(), pendingProfiles: 1 });
  expect(sent.map(([id]) => id)).toEqual(['active']);
});

test('a block ends the open pages and the sessions, and does not disable the account, because the trigger refuses its tokens', async () => {
  const blocked = profileItem(aProfile('M', { status: 'blocked', version: 2 }));
  const { happens, sent, closed, accounts, openOf } = await aDispatcher([[member, 'tab']], [blocked]);
  await happens(profileItem(aProfile('M')), blocked);
  expect(sent).toContainEqual(['tab', { type: 'ended', reason: 'blocked' }]);
  expect(closed).toEqual(['tab']);
  expect(accounts).toEqual([`signOut ${member}`]);
  expect(await openOf(member)).toEqual([]);
});

test('a block that ended before it was dispatched leaves the account usable', async () => {
  const { happens, accounts, closed } = await aDispatcher(
    [[member, 'tab']],
    [profileItem(aProfile('M', { version: 3 }))],
  );
  await happens(profileItem(aProfile('M')), profileItem(aProfile('M', { status: 'blocked', version: 2 })));
  expect(accounts).toEqual([]);
  expect(closed).toEqual([]);
});

test('signing out everywhere ends older sockets and keeps the session that began later', async () => {
  const signedOut = profileItem(aProfile('M', { tokensValidAfter: session + 10, version: 2 }));
  const { happens, sent, closed, accounts, openOf } = await aDispatcher(
    [
      [member, 'old'],
      [member, 'new', session + 10],
    ],
    [signedOut],
  );
  await happens(profileItem(aProfile('M')), signedOut);
  expect(sent).toContainEqual(['old', { type: 'ended', reason: 'signed_out' }]);
  expect(closed).toEqual(['old']);
  expect(await openOf(member)).toEqual(['new']);
  expect(accounts).toEqual([]);
});

test('a late and repeated event about ended sessions does not end a session that began later', async () => {
  const changed = profileItem(aProfile('M', { tokensValidAfter: session + 10, version: 2 }));
  const { happens, closed, accounts, openOf } = await aDispatcher([[member, 'new', session + 10]], [changed]);
  await happens(profileItem(aProfile('M')), changed);
  await happens(profileItem(aProfile('M')), changed);
  expect(accounts).toEqual([]);
  expect(closed).toEqual([]);
  expect(await openOf(member)).toEqual(['new']);
});

test('a sixth socket closes the oldest', async () => {
  const names = ['1', '2', '3', '4', '5', '6'];
  const { table, happens, closed, openOf } = await aDispatcher(
    names.map((name) => [member, name]),
    [profileItem(aProfile('M'))],
  );
  await happens(undefined, await table.get(keys.connection(member, '6')));
  expect(closed).toEqual(['1']);
  expect(await openOf(member)).toEqual(['2', '3', '4', '5', '6']);
});

test('a socket that opened while its member was blocked is closed', async () => {
  const { table, happens, sent, openOf } = await aDispatcher([[member, 'late']]);
  await put(table, profileItem(aProfile('M', { status: 'blocked' })));
  await happens(undefined, await table.get(keys.connection(member, 'late')));
  expect(sent).toEqual([['late', { type: 'ended', reason: 'blocked' }]]);
  expect(await openOf(member)).toEqual([]);
});

test('the mailer is told of a new mail', async () => {
  const { happens, mails } = await aDispatcher([]);
  await happens(undefined, outbox());
  expect(mails).toEqual([keys.outbox('mail')]);
});

test('the notifier is told of a listing that appears in searches or moves there, and of nothing else', async () => {
  const { happens, queued } = await aDispatcher([]);
  const shown = (spot?: object) => ({
    ...keys.publishedState('trip', 't1'),
    kind: 'shown',
    version: 1,
    record: { madeFrom: 'x', ...(spot ? { spot } : {}) },
  });
  const spot = { from: paris, to: alger, day: '2026-12-12', order: '2026-12-12#t1', traits: { facts: 'small 5 1' } };
  await happens(undefined, shown(spot));
  await happens(shown(spot), shown(spot));
  await happens(shown(spot), shown());
  await happens(shown(spot), undefined);
  expect(queued.map(({ message }) => message)).toEqual([{ came: { kind: 'trip', id: 't1' } }]);
  await happens(shown(spot), shown({ ...spot, traits: { facts: 'small 6 1' } }));
  expect(queued).toHaveLength(2);
});

test('a trip with fewer kilos left is no news, one with more or with another fact is', async () => {
  const { happens, queued } = await aDispatcher([]);
  const shown = (facts: string) => ({
    ...keys.publishedState('trip', 't1'),
    kind: 'shown',
    version: 1,
    record: {
      madeFrom: 'x',
      spot: { from: paris, to: alger, day: '2026-12-12', order: '2026-12-12#t1', traits: { facts } },
    },
  });
  await happens(shown('small 5 1 plane 0'), shown('small 0.5 1 plane 0'));
  expect(queued).toEqual([]);
  await happens(shown('small 0 1 plane 0'), shown('small 0.5 1 plane 0'));
  await happens(shown('small 5 1 plane 0'), shown('small 4 1 plane 1'));
  expect(queued).toHaveLength(2);
});

test('only the failed records of a batch are repeated', async () => {
  const { deps, sent } = await aDispatcher([[owner, 'tab']]);
  const record = (sequence: string, item: Item) =>
    ({ eventID: sequence, dynamodb: { SequenceNumber: sequence, NewImage: marshall(item) } }) as DynamoDBRecord;
  const answer = await dispatchBatch([record('1', outbox()), record('2', parcelItem(aParcel(1, 'O')))], {
    ...deps,
    queueMail: () => Promise.reject(new Error('SQS is away')),
  });
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
  expect(sent.map(([id]) => id)).toEqual(['tab']);
});

test('the last pushed number of an item is the stored one', async () => {
  const { deps } = await aDispatcher([]);
  const stats = (unread: number) => ({ ...keys.stats(member), unread });
  const record = (sequence: string, before: Item, after: Item) =>
    ({
      eventID: sequence,
      dynamodb: {
        SequenceNumber: sequence,
        Keys: marshall(keys.stats(member)),
        OldImage: marshall(before),
        NewImage: marshall(after),
      },
    }) as DynamoDBRecord;
  const told: unknown[] = [];
  const announce = async ({ event }: AddressedEvent) => {
    // The first push takes longer than the second.
    if (told.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    told.push(event.data);
  };
  await dispatchBatch([record('1', stats(0), stats(1)), record('2', stats(1), stats(2))], {
    ...deps,
    sockets: { ...deps.sockets, send: announce },
  });
  expect(told).toEqual([
    { ...mattersOf(StatsRecord.parse({ unread: 1 })), requests: 0 },
    { ...mattersOf(StatsRecord.parse({ unread: 2 })), requests: 0 },
  ]);
});

test.each<[string, Item | undefined, Item | undefined, boolean]>([
  ['a new row', undefined, outbox(), true],
  ['a row that the daily job touched', outbox(), { ...outbox(), touchedAt: 1 }, true],
  ['a lease taken', outbox(), outbox({ leaseUntil: 5 }), false],
  ['a lease given back', outbox({ leaseUntil: 5 }), outbox(), false],
  ['a mail sent', outbox({ leaseUntil: 5 }), outbox({ state: 'sent' }), false],
  ['a row removed', outbox(), undefined, false],
  ['another item', undefined, profileItem(aProfile('M')), false],
])('%s is delivered only when it waits', (_name, before, after, isDue) => {
  expect(isMailDue(before, after)).toBe(isDue);
});

test('a removed avatar is erased, one still in use is not', async () => {
  const { happens, erased } = await aDispatcher([]);
  const wearing = (avatarKey?: string) => profileItem(aProfile('M', avatarKey ? { avatarKey } : {}));
  await happens(wearing(), wearing('media/first'));
  await happens(wearing('media/first'), wearing('media/first'));
  expect(erased).toEqual([]);
  await happens(wearing('media/first'), wearing('media/second'));
  await happens(wearing('media/second'), wearing());
  expect(erased).toEqual(['media/first', 'media/second']);
});

test('the picture of an advertisement is erased once it is replaced, removed or deleted, and stays when it moves', async () => {
  const { happens, erased, table } = await aDispatcher([]);
  const stored = (imageKey: string | undefined, change: Partial<AdvertisementRecord> = {}) => {
    const record = {
      id: 'a1',
      title: 'Cartons',
      position: 'home' as const,
      priority: 0,
      isActive: true,
      createdBy: administrator,
      createdAt: '2026-11-20T10:00:00.000Z',
      version: 1,
      ...(imageKey ? { imageKey } : {}),
      ...change,
    };
    // The advertisement and its row on the pages.
    return advertisementRepository(table)
      .add(record)
      .map(({ item }) => item.Put?.Item as Item);
  };
  const all = async (before: Item[] | [], after: Item[] | []) => {
    for (const index of [0, 1]) await happens(before[index], after[index]);
  };
  await all([], stored('media/1'));
  await all(stored('media/1'), stored('media/1', { position: 'footer', priority: 5, isActive: false }));
  expect(erased).toEqual([]);
  await all(stored('media/1'), stored('media/2'));
  await all(stored('media/2'), stored(undefined));
  await all(stored('media/3'), []);
  expect(erased).toEqual(['media/1', 'media/2', 'media/3']);
});

test('the file of a parcel is erased once it is replaced or removed', async () => {
  const { happens, erased } = await aDispatcher([]);
  const file = (key: string) => ({ uploadId: key, key, contentType: 'image/jpeg' as const });
  const parcel = (key?: string) => parcelItem(aParcel(1, 'O', key ? { file: file(key) } : {}));
  await happens(undefined, parcel('parcels/1'));
  await happens(parcel('parcels/1'), parcel('parcels/1'));
  expect(erased).toEqual([]);
  await happens(parcel('parcels/1'), parcel('parcels/2'));
  await happens(parcel('parcels/2'), parcel());
  expect(erased).toEqual(['parcels/1', 'parcels/2']);
});

test('the group of the pool follows the row of an administrator, and their open pages are told', async () => {
  const row = (status: string) => ({ ...keys.administrator(administrator), kind: 'administrator', status });
  const { happens, accounts, sent, table } = await aDispatcher(
    [[administrator, 'tab']],
    [profileItem(aProfile('A')), row('active')],
  );
  await happens(undefined, row('active'));
  await put(table, row('inactive'));
  // Repeated and late, so the current row decides.
  await happens(undefined, row('active'));
  await happens(row('active'), row('inactive'));
  expect(accounts).toEqual([`join ${administrator}`, `leave ${administrator}`, `leave ${administrator}`]);
  expect(sent.map(([, frame]) => (frame as { type: string }).type)).toEqual(Array(3).fill('rights.changed'));
});

test('a deleted parcel takes its file, its photos and its history with it, and its two members are told', async () => {
  const file = { uploadId: 'file', key: 'parcels/file', contentType: 'image/jpeg' } as const;
  const parcel = aParcel(1, 'O', { file, carrierId: member, status: 'delivered' });
  const photo = {
    id: 'photo',
    stage: 'pickup',
    by: member,
    at: '2026-11-20T09:00:00.000Z',
    key: 'proofs/photo',
    contentType: 'image/jpeg',
    sha256: 'x',
    assignedAt: '2026-11-20T08:00:00.000Z',
  };
  const { happens, erased, sent, table } = await aDispatcher(
    [
      [owner, 'owner'],
      [member, 'carrier'],
      [administrator, 'stranger'],
    ],
    [
      { ...keys.proof(parcel.id, photo.at, photo.id), kind: 'proof', record: photo },
      { ...keys.parcelEvent(parcel.id, 1), kind: 'event', record: {} },
      { ...keys.upload('photo'), kind: 'proof' },
      { ...keys.upload('file'), kind: 'parcel_file' },
    ],
  );
  // The stream delivers at least once.
  for (let turn = 0; turn < 2; turn++) await happens(parcelItem(parcel), undefined);
  expect(new Set(erased)).toEqual(new Set(['parcels/file', 'proofs/photo']));
  expect(await table.getMany([keys.upload('photo'), keys.upload('file')])).toEqual([undefined, undefined]);
  const { count } = await table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.parcel(parcel.id).pk },
  });
  expect(count).toBe(0);
  expect(new Set(sent.map(([id]) => id))).toEqual(new Set(['owner', 'carrier']));
  expect(sent[0]?.[1]).toMatchObject({ type: 'parcel.changed', data: { id: parcel.id } });
});

/** A notice of the member, opened or not, with more facts of its row. */
const notice = (change: object = {}, id = 'n1'): Item => {
  const createdAt = '2026-11-20T09:00:00.000Z';
  const record = { id, mail: 'profileApproved', memberId: member, data: {}, createdAt, state: 'sent', ...change };
  return { ...keys.notice(member, `${createdAt}#${id}`), kind: 'notice', record, ttl: 4_000_000_000 };
};

test('open pages get the number at the bell when a notice is new or opened, and not while its mail is sent', async () => {
  const { happens, sent, table } = await aDispatcher([
    [member, 'tab'],
    [owner, 'other'],
  ]);
  const [opened, waiting] = [notice({ readAt: 'now' }), notice({}, 'n2')];
  for (const item of [profileItem(aProfile('M')), opened, waiting]) await put(table, item as never);
  const number = ['tab', expect.objectContaining({ type: 'notices.changed', data: { unread: 1 } })];
  await happens(undefined, waiting);
  expect(sent).toEqual([number]);
  await happens(notice(), opened);
  expect(sent).toEqual([number, number]);
  await happens(notice(), notice({ leaseUntil: 5 }));
  await happens(notice({ state: 'pending' }), notice());
  expect(sent).toHaveLength(2);
});

test('when all notices are marked as read, open pages get the number alone', async () => {
  const { happens, sent, table } = await aDispatcher([[member, 'tab']]);
  const before = profileItem(aProfile('M'));
  const after = { ...before, noticesReadUpTo: '2026-11-20T09:00:00.000Z#n1' };
  for (const item of [after, notice()]) await put(table, item as never);
  await happens(before, after);
  expect(sent).toEqual([['tab', expect.objectContaining({ type: 'notices.changed', data: { unread: 0 } })]]);
});

test('an administrator whom a new pool knows under another name is in its group', async () => {
  const at = (facts: object) => profileItem(aProfile('A', { isAdmin: true, ...facts }));
  const moved = at({ poolUser: 'renamed', tokensValidAfter: session + 10, version: 2 });
  const { happens, accounts } = await aDispatcher([], [moved]);
  await happens(at({}), moved);
  expect(accounts).toEqual(['join renamed']);
});
