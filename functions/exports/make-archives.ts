import { strToU8, type Zippable, zipSync } from 'fflate';
import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { dayOf } from '#shared/values/time.ts';
import { type Contents, collect } from './collect.ts';
import type { OwnFile } from './files.ts';
import { readMe } from './read-me.ts';
import { type ArchiveRecord, archiveRepository } from './repository.ts';

export interface ExporterDeps {
  readonly table: Table;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether a part can still be begun in this run. */
  readonly hasTime: () => boolean;
  readonly files: Readonly<Record<OwnFile['bucket'], { read(key: string): Promise<Uint8Array | undefined> }>>;
  /** Bytes of the files of one ZIP: it is ended once it has as many. */
  readonly partBytes: number;
  readonly archives: { write(key: string, bytes: Uint8Array, contentType: string): Promise<void> };
}

/** Longer than a run, so that no two runs work on one archive; shorter than the pause before the next run. */
const leaseMs = 270_000;

/** Starts without a stored part after which an archive is given up. */
const mostTries = 5;

/**
 * Makes the archives that wait, the oldest first. Each stored part is noted, so that the next run continues where this
 * one ended or crashed. Failures are thrown after all others. Returns how many archives became ready.
 */
export async function makeArchives(deps: ExporterDeps): Promise<number> {
  const failed: unknown[] = [];
  let ready = 0;
  for await (const archive of archiveRepository(deps.table).waiting()) {
    if (!deps.hasTime()) break;
    if (archive.leaseUntil > deps.now()) continue;
    try {
      if (await make(archive, deps)) ready += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  logger.info('archives made', { count: ready });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} archives could not be made`);
  return ready;
}

/** True when the archive is ready and its mail on its way. */
async function make(waiting: ArchiveRecord, deps: ExporterDeps): Promise<boolean> {
  const { table, now, newId, hasTime } = deps;
  const archives = archiveRepository(table);
  if (waiting.tries >= mostTries) return giveUp(waiting, deps);
  let archive: ArchiveRecord = { ...waiting, tries: waiting.tries + 1, leaseUntil: now() + leaseMs };
  // Another run was faster.
  if (!(await attempt(table, [archives.save(archive, waiting)]))) return false;
  const profile = await profileRepository(table).read(archive.memberId);
  if (!profile) {
    await table.transact([archives.remove(archive)]);
    return false;
  }
  const contents = await collect(table, profile);
  for (;;) {
    const stored = await storePart(archive, contents, deps);
    const isWhole = stored.reached === undefined;
    if (isWhole) {
      const ended = { ...stored, state: 'ready', endedAt: new Date(now()).toISOString() } as const;
      const letter = mail(
        table,
        'archiveReady',
        { memberId: profile.id },
        { firstName: profile.firstName },
        { id: newId(), now: now() },
      );
      await table.transact([archives.save(ended, archive), letter]);
      return true;
    }
    const isOver = !hasTime();
    const noted = { ...stored, tries: 0, leaseUntil: isOver ? 0 : now() + leaseMs };
    await table.transact([archives.save(noted, archive)]);
    if (isOver) return false;
    archive = noted;
  }
}

async function giveUp(waiting: ArchiveRecord, { table, now, newId }: ExporterDeps): Promise<false> {
  const profile = await profileRepository(table).read(waiting.memberId);
  const failed = { ...waiting, state: 'failed', endedAt: new Date(now()).toISOString() } as const;
  const letter = profile
    ? [
        mail(
          table,
          'archiveFailed',
          { memberId: profile.id },
          { firstName: profile.firstName },
          { id: newId(), now: now() },
        ),
      ]
    : [];
  logger.error('an archive was given up', { archive: waiting.id });
  await attempt(table, [archiveRepository(table).save(failed, waiting), ...letter]);
  return false;
}

/** The archive with one more stored part. `reached` is undefined after the last one. */
async function storePart(
  archive: ArchiveRecord,
  contents: Contents,
  { newId, files, archives, partBytes }: ExporterDeps,
): Promise<ArchiveRecord> {
  const { id, requestedAt, reached, parts } = archive;
  const isFirst = parts.length === 0;
  const zipped: Zippable = isFirst ? textsOf(requestedAt, contents) : {};
  const left = contents.files.filter(({ path }) => reached === undefined || path > reached);
  let bytes = 0;
  let last: OwnFile | undefined;
  for (const file of left) {
    if (bytes >= partBytes) break;
    // One that was just erased is left out.
    const read = await files[file.bucket].read(file.key);
    if (read) {
      bytes += read.length;
      // Pictures are compressed already.
      zipped[file.path] = [read, { level: 0 }];
    }
    last = file;
  }
  const name = `donnees-${dayOf(Date.parse(requestedAt))}-partie-${parts.length + 1}.zip`;
  const key = `exports/${id}/${newId()}.zip`;
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
