import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
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

let held: Promise<IDBPDatabase<CopiesSchema>> | undefined;

/**
 * The database stays open, so that a copy of the last moment is on its way before its page is gone. An erasing, of this
 * tab or another one, closes it.
 */
function openCopies(): Promise<IDBPDatabase<CopiesSchema>> {
  const forget = () => {
    held = undefined;
  };
  const opened = openDB<CopiesSchema>(copiesDatabase, 1, {
    upgrade: (empty) => void empty.createObjectStore('copies'),
    blocking: (_current, _next, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opened.catch(forget);
  return opened;
}

let last: Promise<unknown> = Promise.resolve();

/** Operations run in their order. Undefined in a browser without storage (private mode, disk full). */
function inCopies<T>(act: (database: IDBPDatabase<CopiesSchema>) => Promise<T>): Promise<T | undefined> {
  const done = last.then(() => attempt(act));
  last = done;
  return done;
}

async function attempt<T>(act: (database: IDBPDatabase<CopiesSchema>) => Promise<T>): Promise<T | undefined> {
  const before = held;
  try {
    return await act(await (held ??= openCopies()));
  } catch {
    if (held === before) held = undefined;
    if (!before) return undefined;
    // An erasing may just have closed it.
    void before.then((database) => database.close()).catch(() => {});
    return attempt(act);
  }
}

const separator = '\n';
const keyOf = ({ memberId, row, call }: CopyPlace) => [memberId, row, call].join(separator);

/** Stores a copy, and keeps the latest `most` ones of the same row. */
export async function writeCopy(place: CopyPlace, copy: Copy, most: number): Promise<void> {
  const begin = keyOf({ ...place, call: '' });
  await inCopies(async (database) => {
    const ofRow = from(begin);
    const put = database.transaction('copies', 'readwrite');
    const stored = put.store.put(copy, keyOf(place));
    // The browser would else wait for this page, which may be gone.
    put.commit();
    await Promise.all([stored, put.done]);
    const { store, done } = database.transaction('copies', 'readwrite');
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

/** The copies of a row, each with its call. */
export function copiesOf(
  of: Omit<CopyPlace, 'call'>,
): Promise<readonly (Copy & { readonly call: string })[] | undefined> {
  const begin = keyOf({ ...of, call: '' });
  return inCopies(async (database) => {
    const { store } = database.transaction('copies');
    const [names, copies] = await Promise.all([store.getAllKeys(from(begin)), store.getAll(from(begin))]);
    return copies.map((copy, index) => ({ ...copy, call: names[index]?.slice(begin.length) ?? '' }));
  });
}

export const readCopy = (place: CopyPlace): Promise<Copy | undefined> =>
  inCopies((database) => database.get('copies', keyOf(place)));

export const dropCopy = (place: CopyPlace): Promise<void> =>
  inCopies((database) => database.delete('copies', keyOf(place))).then(() => undefined);
