import { randomUUID } from 'node:crypto';
import { accountRepository } from '#functions/accounts/repository.ts';
import { type ArchiveRecord, archiveRepository, requestedArchive } from '#functions/exports/repository.ts';
import type { Table } from '#functions/platform/table.ts';

export interface Waiting {
  /** Milliseconds between two looks. */
  readonly pauseMs: number;
  /** Looks before the command gives up: the exporter starts every five minutes. */
  readonly looks: number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Asks for an archive of a member's data as they would themselves, and waits until it is made. Returns its parts. The
 * member is mailed, too. `now` in milliseconds. Throws a sentence when there is no such member or it takes too long.
 */
export async function exportMember(
  table: Table,
  email: string,
  now: number,
  { pauseMs, looks, pause }: Waiting,
): Promise<ArchiveRecord['parts']> {
  const member = await accountRepository(table).ofEmail(email);
  if (!member) throw new Error(`Nobody has the address ${email}.`);
  const archives = archiveRepository(table);
  const latest = async () => (await archives.archivesOf(member.id)).at(0);
  const known = await latest();
  // One that is ready is less than a day old.
  if (!known || known.state === 'failed')
    await table.transact([archives.add(requestedArchive(member.id, { id: randomUUID(), now }))]);
  for (let look = 0; look < looks; look++) {
    const archive = await latest();
    if (archive?.state === 'ready') return archive.parts;
    if (archive?.state === 'failed') throw new Error('The archive could not be made: see the log of the exporter.');
    await pause(pauseMs);
  }
  throw new Error('The archive is not ready yet: run the same command again later.');
}
