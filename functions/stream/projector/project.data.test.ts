import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { parseReceipt, receiptItem } from '#functions/receipts/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { Payer } from '#shared/receipts/record.ts';
import { minuteMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { aProfile, aStream } from '#test/support/stream.ts';

const [payer, other] = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002'];
const aReceipt = (id: string, memberId: string, payer?: Payer) =>
  receiptItem(aReceiptRecord({ id, memberId, ...(payer === undefined ? {} : { payer }) }));
type Stream = Awaited<ReturnType<typeof aStream>>;
const shown = async ({ table }: Stream, id: string) => parseReceipt((await table.get(keys.receipt(id))) ?? {}).payer;

test('each receipt shows its member as they are now, whenever they change, and no other member', async () => {
  const stream = await aStream();
  const before = aProfile(payer);
  await stream.putProfile(before);
  await stream.put(aReceipt('first', payer, payerOf(before)));
  await stream.put(aReceipt('second', payer, payerOf(before)));
  await stream.putProfile(aProfile(other));
  await stream.put(aReceipt('third', other, payerOf(aProfile(other))));
  const changes = {
    firstName: 'Nadia',
    status: 'blocked',
    subscriptionEnd: '2027-11-21T10:00:00.000Z',
    leavesOn: '2026-12-15',
    version: 2,
  } as const;
  const changed = await stream.putProfile(aProfile(payer, changes));
  await stream.project([changed, changed]);
  const { version: _version, ...facts } = changes;
  for (const id of ['first', 'second'])
    expect(await shown(stream, id)).toEqual({ ...facts, lastName: 'Haddad', verifies: false });
  expect(await shown(stream, 'third')).toEqual(payerOf(aProfile(other)));
});

test('a receipt that was written while its member changed is mended', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(payer, { firstName: 'Nadia', version: 2 }));
  const late = await stream.put(aReceipt('late', payer, payerOf(aProfile(payer))));
  await stream.project([late]);
  expect(await shown(stream, 'late')).toMatchObject({ firstName: 'Nadia' });
});

test('an account that is gone leaves no name in its receipts', async () => {
  const stream = await aStream();
  const profile = aProfile(payer);
  await stream.put(aReceipt('kept', payer, payerOf(profile)));
  await stream.project([await stream.remove(profileItem(profile))]);
  expect(await shown(stream, 'kept')).toBeNull();
});

const member = 'a0000000-0000-4000-8000-000000000001';
const writer = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const start = Date.parse('2026-11-01T10:00:00.000Z');

/** The head of a thread that another member began at this hour, answered after these minutes, or not. */
function head(hour: number, minutes?: number, by = writer(hour)): Item {
  const at = start + hour * 60 * minuteMs;
  const opening = {
    by,
    at: new Date(at).toISOString(),
    ...(minutes === undefined ? {} : { answeredAt: new Date(at + minutes * minuteMs).toISOString() }),
  };
  const record = { seq: 2, members: [member, writer(hour)], readUpTo: {}, opening };
  return { ...keys.threadHead(member, writer(hour)), kind: 'thread', record };
}

async function aMailbox() {
  const stream = await aStream();
  const counted = async (id = member) => {
    const { answerCount, answerMinutes } = await profileRepository(stream.table).stats(id);
    return [answerCount, answerMinutes];
  };
  return { ...stream, counted };
}

test('the answer time is the median of the first answers, whatever the order and number of the changes', async () => {
  const { put, project, counted } = await aMailbox();
  const events = [];
  for (const [hour, minutes] of [5, 600, 20, 30].entries())
    events.push(await put(head(hour)), await put(head(hour, minutes)));
  events.push(await put(head(4)));
  await project(events.toReversed());
  expect(await counted()).toEqual([4, 20]);
  await project([...events, ...events.toReversed()]);
  expect(await counted()).toEqual([4, 20]);
  // A later message of the same thread is not a first answer.
  await project([await put({ ...head(0, 5), version: 2 })]);
  expect(await counted()).toEqual([4, 20]);
});

test('only the last twenty first messages count', async () => {
  const { put, project, counted } = await aMailbox();
  const old = [await put(head(0, 1000)), await put(head(1, 1000))];
  await project(old);
  expect(await counted()).toEqual([2, 1000]);
  const fresh = [];
  for (let hour = 2; hour < 21; hour++) fresh.push(await put(head(hour)), await put(head(hour, 7)));
  await project(fresh);
  expect(await counted()).toEqual([20, 7]);
  await project(old);
  expect(await counted()).toEqual([20, 7]);
  await project([await put(head(30)), await put(head(31)), ...old]);
  expect(await counted()).toEqual([18, 7]);
});

test('who writes first has no answer time, and an erased member none any more', async () => {
  const { put, project, counted, table } = await aMailbox();
  await project([await put(head(0)), await put(head(0, 5))]);
  expect(await counted(writer(0))).toEqual([0, 0]);
  await project([await put(head(1, 5, member))]);
  expect(await counted(writer(1))).toEqual([1, 5]);
  await put({ ...keys.tombstone(writer(2)), kind: 'tombstone' });
  await project([await put(head(2, 5, member))]);
  expect(await table.get(keys.answers(writer(2)))).toBeUndefined();
  expect(await counted(writer(2))).toEqual([0, 0]);
});
