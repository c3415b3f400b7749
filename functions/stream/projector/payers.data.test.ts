import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { parseReceipt, receiptItem } from '#functions/receipts/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { Payer } from '#shared/receipts/record.ts';
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
