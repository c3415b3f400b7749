import type { Actor } from '#functions/actor.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import { findToken } from '#functions/platform/tokens.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { type Archive, archivesADay, type exportRoutes } from '#shared/exports/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { algiersMoment, dayMs } from '#shared/values/time.ts';
import { type ArchiveRecord, archiveRepository, requestedArchive } from './repository.ts';

interface ExportDeps extends Deps {
  readonly linkTo: (key: string, name: string) => Promise<string>;
}

const states = { waiting: 'preparing', ready: 'ready', failed: 'failed' } as const;

const stateOf = (archive: ArchiveRecord | undefined): Archive =>
  archive ? { state: states[archive.state], requestedAt: archive.requestedAt } : { state: 'none' };

export function exportHandlers({ table, now, newId, linkTo }: ExportDeps): Handlers<typeof exportRoutes> {
  const archives = archiveRepository(table);

  /** When the secret of the mail expires (milliseconds); undefined for any other text. */
  async function validUntil(secret: string, { id }: Actor): Promise<number | undefined> {
    const token = await findToken(table, secret, 'archive');
    return token?.memberId === id ? token.expiresAt : undefined;
  }

  async function request(memberId: string): Promise<Outcome<Archive>> {
    const turn = await oneByOne(table, 'archives', memberId, now());
    const known = await archives.archivesOf(memberId);
    const waiting = known.find(({ state }) => state === 'waiting');
    if (waiting) return answer(stateOf(waiting));
    const ofToday = known.filter(({ requestedAt }) => Date.parse(requestedAt) > now() - dayMs);
    if (ofToday.length >= archivesADay) throw limitRefusal(ofToday.at(-1)?.requestedAt ?? '');
    const archive = requestedArchive(memberId, { id: newId(), now: now() });
    return commit(stateOf(archive), [turn, archives.add(archive)], () => request(memberId));
  }

  return {
    exportMyData: ({ actor }) => request(actor.id),

    myExport: async ({ actor, query }) => {
      const [last] = await archives.archivesOf(actor.id);
      const until = query.archive ? await validUntil(query.archive, actor) : undefined;
      if (last?.state !== 'ready' || until === undefined) return answer(stateOf(last));
      const told = { ...stateOf(last), until: new Date(until).toISOString() };
      if (until <= now()) return answer(told);
      const parts = last.parts.map(async ({ key, name, bytes }) => ({
        name,
        bytes,
        url: await linkTo(key, name),
      }));
      return answer({ ...told, parts: await Promise.all(parts) });
    },
  };
}

const limitRefusal = (first: string) =>
  new Refusal('LIMIT', {
    title: 'Limite atteinte',
    detail: `Vous pouvez demander deux archives par jour. La prochaine sera possible à partir du ${algiersMoment(
      new Date(Date.parse(first) + dayMs).toISOString(),
    )}.`,
  });
