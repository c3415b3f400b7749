import type { Actor } from '#functions/actor.ts';
import { accepted, answer, commit } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { advertisementRepository, parseAdvertisement, toAdvertisement } from '#functions/site/advertisements.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { AdminAdvertisement, adminAdvertisementRoutes } from '#shared/admin/advertisements.ts';
import type { AdminAction } from '#shared/admin/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { type AdvertisementRecord, addAdvertisement, editAdvertisement, withState } from '#shared/site/rules.ts';
import { everything } from './lists/everything.ts';
import { adminLog } from './log.ts';

const scanning = { state: 'scanning' } as const;

export function advertisementHandlers(deps: Deps): Handlers<typeof adminAdvertisementRoutes> {
  const { table, now, newId } = deps;
  const advertisements = advertisementRepository(table);
  const uploads = uploadRepository(table);

  async function seen(id: string, version: number): Promise<AdvertisementRecord> {
    const advertisement = await advertisements.read(id);
    if (!advertisement) throw new Refusal('NOT_FOUND');
    if (advertisement.version !== version)
      throw new Refusal('STALE', undefined, { current: toAdminAdvertisement(advertisement) });
    return advertisement;
  }

  async function pictureOf(
    actor: Actor,
    uploadId: string | undefined,
  ): Promise<{ key?: string; writes: readonly Write[] } | 'scanning'> {
    if (uploadId === undefined) return { writes: [] };
    const taken = await uploads.take(uploadId, actor.id, 'advertisement_picture', { now: now() });
    return taken === 'scanning' ? taken : { key: taken.upload.key, writes: [taken.attach] };
  }

  const logged = (actor: Actor, action: Extract<AdminAction, `${string}Advertisement`>, id: string) =>
    adminLog(deps, actor, action, { type: 'advertisement', id });

  return {
    adminAdvertisements: async ({ query }) => {
      const page = await everything(table, 'advertisement', now(), query.cursor);
      return answer({ ...page, items: page.items.map((item) => toAdminAdvertisement(parseAdvertisement(item))) });
    },

    createAdvertisement: async ({ actor, body }) => {
      const picture = await pictureOf(actor, body.uploadId);
      if (picture === 'scanning') return accepted(scanning);
      const after = addAdvertisement(body, picture.key, { id: newId(), by: actor.id, now: now() });
      return commit(toAdminAdvertisement(after), [
        ...advertisements.add(after),
        ...picture.writes,
        logged(actor, 'createAdvertisement', after.id),
      ]);
    },

    updateAdvertisement: async ({ actor, params, body, version }) => {
      const before = await seen(params.advertisementId, version);
      const picture = await pictureOf(actor, body.uploadId);
      if (picture === 'scanning') return accepted(scanning);
      const kept = body.keepsPicture ? before.imageKey : undefined;
      const after = editAdvertisement(before, body, picture.key ?? kept, now());
      return commit(toAdminAdvertisement(after), [
        ...advertisements.save(before, after),
        ...picture.writes,
        logged(actor, 'updateAdvertisement', after.id),
      ]);
    },

    setAdvertisementActive: async ({ actor, params, body, version }) => {
      const before = await seen(params.advertisementId, version);
      if (before.isActive === body.isActive) return answer(toAdminAdvertisement(before));
      const after = withState(before, body.isActive, now());
      return commit(toAdminAdvertisement(after), [
        ...advertisements.save(before, after),
        logged(actor, body.isActive ? 'activateAdvertisement' : 'deactivateAdvertisement', after.id),
      ]);
    },

    deleteAdvertisement: async ({ actor, params, version }) => {
      const before = await seen(params.advertisementId, version);
      return commit(undefined, [...advertisements.remove(before), logged(actor, 'deleteAdvertisement', before.id)]);
    },
  };
}

const toAdminAdvertisement = (record: AdvertisementRecord): AdminAdvertisement => {
  const { position, priority, isActive, createdAt, updatedAt, version } = record;
  return {
    ...toAdvertisement(record),
    position,
    priority,
    isActive,
    createdAt,
    ...(updatedAt ? { updatedAt } : {}),
    version,
  };
};
