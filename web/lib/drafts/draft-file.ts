import { thisTab } from '#web/lib/drafts/draft-locks.ts';
import { draftDatabase, ofTab } from '#web/lib/drafts/draft-storage.ts';
import { databases } from '#web/lib/storage.ts';

const storeName = 'files';

/** The file moves with the draft that this tab has taken. */
let moving: Promise<unknown> = Promise.resolve();

/** A draft's file, which local storage cannot hold. Without a database the draft has only its text. */
export async function readDraftFile(name: string): Promise<File | undefined> {
  await moving;
  const found: unknown = await inFiles('readonly', (files) => files.get(ofTab(name, thisTab())));
  return found instanceof File ? found : undefined;
}

export async function keepDraftFile(name: string, file: File | undefined): Promise<void> {
  const key = ofTab(name, thisTab());
  await inFiles('readwrite', (files): IDBRequest => (file ? files.put(file, key) : files.delete(key)));
}

/** Gives this tab's draft the file stored under a key. */
export function moveDraftFile(from: string, name: string): Promise<unknown> {
  const move = async () => {
    const file: unknown = await inFiles('readonly', (files) => files.get(from));
    if (!(file instanceof File)) return;
    await keepDraftFile(name, file);
    await inFiles('readwrite', (files) => files.delete(from));
  };
  moving = move();
  return moving;
}

async function inFiles(mode: IDBTransactionMode, act: (files: IDBObjectStore) => IDBRequest): Promise<unknown> {
  try {
    const database = await opened();
    try {
      return await answerOf(act(database.transaction(storeName, mode).objectStore(storeName)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

function opened(): Promise<IDBDatabase> {
  const request = databases()?.open(draftDatabase, 1);
  if (!request) throw new Error('This browser has no database');
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}
