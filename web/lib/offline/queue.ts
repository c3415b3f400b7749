import type { DBSchema } from 'idb';
import { hourMs } from '#shared/values/time.ts';
import { auth } from '#web/lib/session/auth.ts';
import { channelOf, oneTabAtATime } from '#web/lib/storage.ts';
import { inDatabase } from './database.ts';
import { queueDatabase } from './erase.ts';
import { queued } from './queued.ts';
import { Queued, type QueuedHandover, type QueuedMessage } from './queued-item.ts';

type New<Item> = Omit<Item, 'nr' | 'memberId' | 'at' | 'state' | 'problem' | 'refusedAs'>;

interface QueueSchema extends DBSchema {
  items: { key: number; value: unknown };
}

const inQueue = <T>(act: Parameters<typeof inDatabase<QueueSchema, T>>[2]) =>
  inDatabase<QueueSchema, T>(
    queueDatabase,
    (empty) => empty.createObjectStore('items', { keyPath: 'nr', autoIncrement: true }),
    act,
  );

/** Acts of one line are sent in order: the messages of a conversation, the hand-overs of a parcel. */
export const lineOf = (item: Queued): string =>
  item.kind === 'message' ? `message ${item.recipientId} ${item.parcelId ?? ''}` : `handover ${item.parcelId}`;

/** One tab at a time sends or cancels the acts of a line. */
export async function aloneIn<T>(line: string, act: () => Promise<T>): Promise<T> {
  return oneTabAtATime(`${queueDatabase} ${line}`, act);
}

/** The files of acts on their way in this tab, by act. */
const stops = new Map<number, () => void>();

/** Remembers how to stop the file of an act. */
export function onItsWay({ nr }: Pick<Queued, 'nr'>, stop: (() => void) | undefined): void {
  if (stop) stops.set(nr, stop);
  else stops.delete(nr);
}

/** From this age on the server may no longer have the key of an executed act (it keeps keys for 24 hours). */
export const isOld = ({ at }: Pick<Queued, 'at'>, now: number): boolean => now - at > 20 * hourMs;

const wakers = new Set<() => void>();
let tabs: BroadcastChannel | undefined;

/** Calls back when something may be sent that could not before. */
export function onQueued(wake: () => void): () => void {
  wakers.add(wake);
  return () => void wakers.delete(wake);
}

const wakeAll = () => wakers.forEach((wake) => wake());

/**
 * Follows the queue of the signed-in member, including changes by other tabs, until the returned function is called.
 */
export function followQueue(): () => void {
  const channel = channelOf(queueDatabase);
  tabs = channel;
  channel?.addEventListener('message', ({ data }: MessageEvent<'changed' | { stop: number }>) => {
    if (data === 'changed') void readQueue();
    else stops.get(data.stop)?.();
  });
  void readQueue();
  return () => {
    channel?.close();
    if (tabs === channel) tabs = undefined;
    queued.set([]);
  };
}

const memberHere = () => {
  const here = auth.get();
  return here.status === 'member' ? here.memberId : undefined;
};

/** Reads the queued acts. An item that this build cannot read stays in the database. */
export async function readQueue(): Promise<readonly Queued[]> {
  const memberId = memberHere();
  const all = memberId ? await inQueue((database) => database.getAll('items')) : [];
  const read = (all ?? []).flatMap((one) => {
    const { success, data } = Queued.safeParse(one);
    return success && data.memberId === memberId ? [data] : [];
  });
  if (memberId === memberHere()) queued.set(read);
  return read;
}

/** The number of queued acts on this device, of all members. */
export const countAll = async (): Promise<number> => (await inQueue((database) => database.count('items'))) ?? 0;

/**
 * Appends an act to the queue, with the time of its first try if there was one; false if this browser cannot store it.
 */
export async function enqueue(item: (New<QueuedMessage> | New<QueuedHandover>) & { at?: number }): Promise<boolean> {
  const memberId = memberHere();
  if (!memberId) return false;
  const kept = await inQueue((database) =>
    database.add('items', { at: Date.now(), ...item, memberId, state: 'waiting' }).then(() => true),
  );
  if (!kept) return false;
  await tellChange();
  wakeAll();
  return true;
}

export async function changeQueued(item: Pick<Queued, 'nr'>, facts: Partial<Queued>): Promise<void> {
  await inQueue(async (database) => {
    const { store, done } = database.transaction('items', 'readwrite');
    const now = await store.get(item.nr);
    if (now) await store.put({ ...(now as Queued), ...facts });
    await done;
  });
  await tellChange();
}

export async function dropQueued({ nr }: Pick<Queued, 'nr'>): Promise<void> {
  await inQueue((database) => database.delete('items', nr));
  await tellChange();
}

/**
 * Sends an item as if it were new, at the member's request. It keeps its key, so that the server does not execute it
 * twice.
 */
export async function sendNow(item: Queued): Promise<void> {
  await changeQueued(item, { at: Date.now(), state: 'waiting', problem: undefined, refusedAs: undefined });
  wakeAll();
}

/** Withdraws an item and stops its file; false if it has already been sent. */
export function takeBack(item: Queued): Promise<boolean> {
  stops.get(item.nr)?.();
  tabs?.postMessage({ stop: item.nr });
  return aloneIn(lineOf(item), async () => {
    const isHere = (await readQueue()).some(({ nr }) => nr === item.nr);
    if (isHere) await dropQueued(item);
    return isHere;
  }).then((isBack) => {
    // The acts behind it may be sent now.
    wakeAll();
    return isBack;
  });
}

async function tellChange(): Promise<void> {
  await readQueue();
  tabs?.postMessage('changed');
}
