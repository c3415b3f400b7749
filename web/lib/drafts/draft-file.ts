import { draftDatabase } from '#web/lib/drafts/draft-storage.ts';

const storeName = 'files';

/** A draft's file, which local storage cannot keep. Without a database the draft has only its text. */
export async function readDraftFile(name: string): Promise<File | undefined> {
  const found: unknown = await inFiles('readonly', (files) => files.get(name));
  return found instanceof File ? found : undefined;
}

export async function keepDraftFile(name: string, file: File | undefined): Promise<void> {
  await inFiles('readwrite', (files): IDBRequest => (file ? files.put(file, name) : files.delete(name)));
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
  const request = indexedDB.open(draftDatabase, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
}
