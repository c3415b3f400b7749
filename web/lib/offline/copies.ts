import type { DBSchema } from 'idb';
import { inDatabase } from './database.ts';
import { copiesDatabase } from './erase.ts';

export interface Copy {
  readonly data: unknown;
  readonly at: number;
}
export interface CopyPlace {
  readonly memberId: string;
  readonly row: string;
  readonly call: string;
}

interface CopiesSchema extends DBSchema {
  copies: { key: string; value: Copy };
}

const inCopies = <T>(act: Parameters<typeof inDatabase<CopiesSchema, T>>[2]) =>
  inDatabase<CopiesSchema, T>(copiesDatabase, (empty) => empty.createObjectStore('copies'), act);

const separator = '\n';
const keyOf = ({ memberId, row, call }: CopyPlace) => [memberId, row, call].join(separator);

/** Stores a copy, and keeps the latest `most` ones of the same row. */
export async function writeCopy(place: CopyPlace, copy: Copy, most: number): Promise<void> {
  const begin = keyOf({ ...place, call: '' });
  await inCopies(async (database) => {
    const ofRow = from(begin);
    const { store, done } = database.transaction('copies', 'readwrite');
    await store.put(copy, keyOf(place));
    if ((await store.count(ofRow)) > most) {
      const kept: { key: string; at: number }[] = [];
      for (let cursor = await store.openCursor(ofRow); cursor; cursor = await cursor.continue())
        kept.push({ key: cursor.key, at: cursor.value.at });
      const surplus = kept.toSorted((a, b) => b.at - a.at).slice(most);
      for (const { key } of surplus) await store.delete(key);
    }
    await done;
  });
}

const from = (begin: string) => IDBKeyRange.bound(begin, `${begin}\uffff`);

/** All copies of a row. */
export const copiesOf = (place: Omit<CopyPlace, 'call'>): Promise<readonly Copy[] | undefined> =>
  inCopies((database) => database.getAll('copies', from(keyOf({ ...place, call: '' }))));

export const readCopy = (place: CopyPlace): Promise<Copy | undefined> =>
  inCopies((database) => database.get('copies', keyOf(place)));

export const dropCopy = (place: CopyPlace): Promise<void> =>
  inCopies((database) => database.delete('copies', keyOf(place))).then(() => undefined);
