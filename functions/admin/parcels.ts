import { eventsOf } from '#functions/deliveries/events.ts';
import { toProof } from '#functions/deliveries/proofs.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { stepWrites } from '#functions/deliveries/steps.ts';
import { commit } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { linkSeconds } from '#functions/platform/aws/object-store.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Handlers } from '#functions/serve.ts';
import type { adminRoutes } from '#shared/admin/contract.ts';
import { overrideParcel } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { AdminDeps } from './judged.ts';
import { adminLog } from './log.ts';
import { changedSince, requireSeen } from './seen.ts';
import { toAdminParcel } from './views.ts';

type ParcelActs = 'adminParcelFile' | 'adminProofs' | 'overrideParcel';

export function adminParcelHandlers(deps: AdminDeps): Pick<Handlers<typeof adminRoutes>, ParcelActs> {
  const { table, now } = deps;
  return {
    adminParcelFile: async ({ actor, resource: { id, file } }) => {
      if (!file) throw new Refusal('NOT_FOUND');
      const link = await deps.files.link(deps.privateBucket, file.key, file.contentType, linkSeconds.other, now(), {
        ownName: file.fileName,
      });
      return commit(link, [adminLog(deps, actor, 'viewParcelFile', { type: 'parcel', id })]);
    },

    adminProofs: async ({ actor, resource }) => {
      const [proofs, events] = await Promise.all([
        deliveryRepository(table).proofs(resource.id),
        eventsOf(table, resource.id),
      ]);
      const named = [resource.ownerId, resource.carrierId, ...[...proofs, ...events].map(({ by }) => by)];
      const ids = [...new Set(named)].filter((id) => id !== undefined);
      const [items, people] = await Promise.all([
        Promise.all(proofs.map((proof) => toProof(deps, proof))),
        profileRepository(table).people(ids),
      ]);
      const reply = { items, events, people: ids.map((id) => partnerCard(id, people.get(id))) };
      return commit(reply, [adminLog(deps, actor, 'viewProofs', { type: 'parcel', id: resource.id })]);
    },

    overrideParcel: async ({ actor, resource, version, body }) => {
      const view = (parcel: ParcelRecord) => toAdminParcel(parcel, now());
      requireSeen(version, resource, view(resource));
      const step = overrideParcel(resource, body.to, body.reason, now());
      const details = { statusBefore: resource.status, statusAfter: step.parcel.status };
      return commit(view(step.parcel), [
        parcelRepository(table).save(step.parcel, (current) => changedSince(current, view)),
        ...(await stepWrites(deps, actor.id, resource, step)),
        adminLog(deps, actor, 'overrideParcel', { type: 'parcel', id: resource.id }, details),
      ]);
    },
  };
}
