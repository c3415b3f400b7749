import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { type PartDeps, storePart } from './archive-part.ts';
import { collect } from './collect.ts';
import { type ArchiveRecord, archiveRepository } from './repository.ts';

export interface ExporterDeps extends PartDeps {
  readonly table: Table;
  readonly now: () => number;
  readonly hasTime: () => boolean;
}

/** Longer than a run, so that two runs never work on one archive; shorter than the pause before the next run. */
const leaseMs = 270_000;

/** Starts without a stored part after which an archive fails. */
const mostTries = 5;

/**
 * Makes the waiting archives, the oldest first. Each stored part is recorded, so that the next run continues where this
 * one ended or crashed. Throws failures after all others are done. Returns the number of archives that became ready.
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

/** True when the archive is ready and its mail queued. */
async function make(waiting: ArchiveRecord, deps: ExporterDeps): Promise<boolean> {
  const { table, now, newId, hasTime } = deps;
  const archives = archiveRepository(table);
  if (waiting.tries >= mostTries) return giveUp(waiting, deps);
  let archive: ArchiveRecord = { ...waiting, tries: waiting.tries + 1, leaseUntil: now() + leaseMs };
  // Another run won.
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
