import { randomUUID } from 'node:crypto';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { type UploadItem, uploadRepository } from '#functions/uploads/repository.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { put } from '../pipeline.ts';

/** The facts of a sent file that a test can choose. */
export type FileFacts = Partial<UploadItem>;

/** Stores a file that a member has sent and the scanner has accepted; returns its id. */
export async function putSentFile(
  table: Table,
  now: number,
  kind: UploadKind,
  ownerId: string,
  facts: FileFacts = {},
): Promise<string> {
  const { id = randomUUID() } = facts;
  const file = { id, kind, ownerId, contentType: 'image/jpeg', size: 9, sha256: randomUUID(), ...facts } as const;
  const { item } = uploadRepository(table).issue(file, now);
  const { state = 'clean', key = `${kind}/${id}` } = facts;
  const isScanned = state === 'clean' || state === 'attached';
  await put(table, { ...item.Put?.Item, pk: keys.upload(id).pk, state, ...(isScanned ? { key } : {}) });
  return id;
}
