import type * as z from 'zod/mini';
import { draftDatabase, draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

const prefix = draftPrefixes.listing;

/** The draft of a form, if it still matches the form's schema. */
export function readDraft<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
  try {
    const result = schema.safeParse(JSON.parse(localStorage.getItem(prefix + name) ?? 'null'));
    return result.success ? result.data : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a draft exists on this device. */
export function hasDraft(name: string): boolean {
  try {
    return localStorage.getItem(prefix + name) !== null;
  } catch {
    return false;
  }
}

/** False when this browser cannot store it (private mode, storage full). */
export function keepDraft(name: string, values: unknown): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (name: string): void => localStorage.removeItem(prefix + name);

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
