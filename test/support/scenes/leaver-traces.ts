import { expect } from 'vitest';
import { bodyOf } from '#functions/platform/http/idempotency.ts';
import type { Item } from '#functions/platform/table.ts';
import type { Leaver } from './leaver.ts';
import { friend, leaver, leftInBuckets, parcels, secrets, thing } from './leaver-items.ts';

/** The key of an item in one word. */
export const nameOf = ({ pk, sk }: Item) => `${String(pk)}|${String(sk)}`;

/** Items that may still name the member, by id alone (rule 111), and items that belong to others. */
const mayName = [
  `GONE#${leaver}|GONE`,
  `RC#${thing(30)}|META`,
  /^RF#/,
  /^RP#.*META$/,
  /^LOG#/,
  // The other member's conversation and its row.
  /^CV#/,
  new RegExp(`^U#${friend}\\|(TH#|TW#\\w+#)${leaver}#`),
  // Their parcels: delivered, offered, agreed, with their history and photos.
  ...Object.values(parcels).flatMap(({ id, ownerId }) => (ownerId === friend ? [new RegExp(`^P#${id}\\|`)] : [])),
  new RegExp(`^U#${friend}\\|GIVEN#.*${parcels.theirsDelivered.id}$`),
  `UP#${thing(74)}|UP`,
  `UP#${thing(30)}|UP`,
  /^OUT#/,
];

/** Whether an item with this name may still name the member. */
export const mayNameLeaver = (name: string) =>
  mayName.some((kept) => (typeof kept === 'string' ? kept === name : kept.test(name)));

/** No item has a name, an address or a text of the member. */
export function expectNoSecret(items: readonly Item[]): void {
  const texts = items.map((item) => ({
    name: nameOf(item),
    text: JSON.stringify(item) + (item['packed'] ? bodyOf(item) : ''),
  }));
  for (const secret of secrets)
    expect(
      texts.filter(({ text }) => text.includes(secret)).map(({ name }) => name),
      secret,
    ).toEqual([]);
}

/** Nothing of the member is left in the table, in the buckets or in the pool. */
export async function expectDeleted({ all, buckets, users }: Leaver): Promise<void> {
  const items = await all();
  expect(
    items
      .filter((item) => JSON.stringify(item).includes(leaver))
      .map(nameOf)
      .filter((name) => !mayNameLeaver(name)),
  ).toEqual([]);
  expectNoSecret(items);
  expect(Object.fromEntries(Object.entries(buckets).map(([name, files]) => [name, [...files]]))).toEqual(leftInBuckets);
  expect([...users]).toEqual([friend]);
}

/** Everything at the end, without what differs between two runs: ids of mails and events, times. */
export const dump = async ({ all }: Leaver): Promise<unknown[]> =>
  (await all())
    .filter(({ pk, kind }) => !/^(OUT|SEEN|RL|VOC)#/.test(String(pk)) && kind !== 'notice')
    .map(({ ttl: _expiry, ...item }) => ({ name: nameOf(item), item: JSON.stringify(inOrder(untold(item)), timeless) }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
/** Counters are in the order of their first change. */
const inOrder = (item: Item) => Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => a.localeCompare(b)));
/** How often the index looked at a listing depends on the order of its events. */
const untold = (item: Item): Item => (item['kind'] === 'shown' ? { ...item, version: 0 } : item);
const timeless = (name: string, value: unknown) =>
  name === 'at' || name === 'day' || name === 'madeFrom' ? '' : value;
