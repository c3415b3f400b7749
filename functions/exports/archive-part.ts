import { strToU8, type Zippable, zipSync } from 'fflate';
import { archivePrefix } from '#functions/uploads/file-keys.ts';
import { dayOf } from '#shared/values/time.ts';
import { type Contents } from './collect.ts';
import type { OwnFile } from './files.ts';
import { readMe } from './read-me.ts';
import { type ArchiveRecord } from './repository.ts';

export interface PartDeps {
  readonly newId: () => string;
  readonly files: Readonly<Record<OwnFile['bucket'], { read(key: string): Promise<Uint8Array | undefined> }>>;
  /** Bytes after which one ZIP is finished. */
  readonly partBytes: number;
  readonly archives: { write(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** The archive with one more stored part. `reached` is undefined after the last one. */
export async function storePart(
  archive: ArchiveRecord,
  contents: Contents,
  { newId, files, archives, partBytes }: PartDeps,
): Promise<ArchiveRecord> {
  const { id, requestedAt, reached, parts } = archive;
  const isFirst = parts.length === 0;
  const zipped: Zippable = isFirst ? textsOf(requestedAt, contents) : {};
  const left = contents.files.filter(({ path }) => reached === undefined || path > reached);
  let bytes = 0;
  let last: OwnFile | undefined;
  for (const file of left) {
    if (bytes >= partBytes) break;
    const read = await files[file.bucket].read(file.key);
    if (read) {
      bytes += read.length;
      // Pictures are already compressed.
      zipped[file.path] = [read, { level: 0 }];
    }
    last = file;
  }
  const name = `donnees-${dayOf(Date.parse(requestedAt))}-partie-${parts.length + 1}.zip`;
  const key = `${archivePrefix(id)}${newId()}.zip`;
  const zip = zipSync(zipped);
  await archives.write(key, zip, 'application/zip');
  const { reached: _before, ...rest } = archive;
  const isWhole = last === undefined || last === left.at(-1);
  return {
    ...rest,
    parts: [...parts, { key, name, bytes: zip.length }],
    ...(isWhole ? {} : { reached: last?.path }),
  };
}

const textsOf = (at: string, { texts }: Contents): Zippable => ({
  'LISEZ-MOI.txt': strToU8(readMe(at)),
  ...Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, strToU8(`${JSON.stringify(text, undefined, 2)}\n`)]),
  ),
});
