import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';

/** A refusal of S3: HTTP status, error code and text of the service. */
export class S3Error extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'S3Error';
    this.status = status;
    this.code = code;
  }
}

/** An unsupported feature is refused with an error, because a silently ignored condition would give false results. */
export function notImplemented(what: string): S3Error {
  return new S3Error(501, 'NotImplemented', `${what} is not emulated`);
}

const StoredObject = z.object({
  key: z.string(),
  size: z.number(),
  etag: z.string(),
  modified: z.number(),
  /** Headers that are returned with the object: its type, its disposition, its `x-amz-meta-*`. */
  headers: z.record(z.string(), z.string()),
  checksums: z.record(z.string(), z.string()),
  file: z.string(),
});

export type StoredObject = z.infer<typeof StoredObject>;

interface DeletionMark {
  readonly versionId: string;
  readonly at: number;
  readonly object: StoredObject;
}

export type ObjectStore = ReturnType<typeof openStore>;

/**
 * The objects of one bucket on disk. The bytes go to a new file first. Then the record that names this file replaces
 * the old record atomically, so that after a crash the old object or the new one exists.
 */
export function openStore(dir: string, keepsVersions = false, now: () => number = Date.now) {
  const marks = new Map<string, DeletionMark>();
  const objects = new Map<string, StoredObject>();
  const recordFile = (key: string) => join(dir, `${createHash('sha256').update(key).digest('hex')}.json`);
  if (existsSync(dir)) {
    for (const name of readdirSync(dir).filter((entry) => entry.endsWith('.json'))) {
      const object = StoredObject.parse(JSON.parse(readFileSync(join(dir, name), 'utf8')));
      objects.set(object.key, object);
    }
  }
  mkdirSync(dir, { recursive: true });

  return {
    get: (key: string) => objects.get(key),
    read: (object: StoredObject) => readFileSync(join(dir, object.file)),
    put(description: Omit<StoredObject, 'size' | 'etag' | 'file'>, bytes: Uint8Array) {
      const etag = createHash('md5').update(bytes).digest('hex');
      const object = { ...description, size: bytes.length, etag, file: `${randomUUID()}.bytes` };
      const replaced = objects.get(object.key);
      writeAtomically(join(dir, object.file), bytes);
      writeAtomically(recordFile(object.key), JSON.stringify(object));
      objects.set(object.key, object);
      if (replaced) rmSync(join(dir, replaced.file), { force: true });
      return object;
    },
    remove(key: string) {
      const object = objects.get(key);
      if (!object) return;
      objects.delete(key);
      rmSync(recordFile(key));
      if (keepsVersions) marks.set(key, { versionId: randomUUID(), at: now(), object });
      else rmSync(join(dir, object.file), { force: true });
    },
    /** The marks that deletions have left, where versions are kept. They live as long as this process. */
    marks: () => [...marks.values()],
    unmark(key: string, versionId: string) {
      const mark = marks.get(key);
      if (mark?.versionId !== versionId || objects.has(key)) return;
      marks.delete(key);
      writeAtomically(recordFile(key), JSON.stringify(mark.object));
      objects.set(key, mark.object);
    },
    /** Every object in the order of S3: by the bytes of the key. */
    list: () => [...objects.values()].toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key))),
  };
}
