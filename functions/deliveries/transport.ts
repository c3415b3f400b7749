import { commit } from '#functions/outcome.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { atVersion } from '#functions/platform/table.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import type { deliveryRoutes, TrackingEvent } from '#shared/deliveries/contract.ts';
import {
  type CarrierAct,
  carry,
  confirmReturn,
  proofStageOf,
  releaseCarrier,
  requirePosition,
  returnParcel,
} from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { applyStep, conflictRefusal, decide } from './decide.ts';
import { addPosition } from './positions.ts';
import { deliveryRepository, proofFor } from './repository.ts';
import { atSeenVersion } from './steps.ts';

type TransportAct = CarrierAct | 'releaseCarrier' | 'returnParcel' | 'confirmReturn' | 'recordPosition';

export function transportHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, TransportAct> {
  const { table, now } = deps;
  return {
    validatePickup: advance(deps, 'validatePickup'),
    startDelivery: advance(deps, 'startDelivery'),
    validateDelivery: advance(deps, 'validateDelivery'),

    releaseCarrier: async ({ actor, resource, version, body }) => {
      const step = decide(deps, actor, resource, { version }, () => releaseCarrier(resource, actor.id, body.reason));
      return applyStep(deps, actor, resource, step);
    },

    returnParcel: async ({ actor, resource, version, body }) => {
      const step = decide(deps, actor, resource, { version }, () => returnParcel(resource, actor.id, body.reason));
      return applyStep(deps, actor, resource, step);
    },

    confirmReturn: async ({ actor, resource, version }) => {
      const step = decide(deps, actor, resource, { version }, () => confirmReturn(resource, actor.id, now()));
      return applyStep(deps, actor, resource, step);
    },

    /** Leaves the parcel's version unchanged, so it conflicts with no other act. */
    recordPosition: async ({ actor, resource, body }) => {
      const { version } = resource;
      const refuse = (current: ParcelRecord | undefined) => conflictRefusal(deps, actor, current);
      atSeenVersion(resource, version, () => requirePosition(resource, actor.id), refuse);
      const { city, note } = body;
      const at = new Date(now()).toISOString();
      const event: TrackingEvent = { version, type: 'position', at, by: actor.id, city, ...(note ? { note } : {}) };
      return commit(event, [
        table.check(keys.parcel(resource.id), atVersion(version), (old) => refuse(old && parseParcel(old))),
        ...addPosition(table, resource, actor.id, event),
      ]);
    },
  };
}

/** The carrier's next step. The stages of a hand-over need the carrier's photo. */
function advance(deps: Deps, act: CarrierAct): Handler<(typeof deliveryRoutes)[CarrierAct]> {
  const deliveries = deliveryRepository(deps.table);
  return async ({ actor, resource, version }) => {
    const step = decide(deps, actor, resource, { version }, () => carry(act, resource, actor.id, deps.now()));
    const stage = proofStageOf[act];
    if (!stage) return applyStep(deps, actor, resource, step);
    const proof = proofFor(await deliveries.proofs(resource.id), resource, stage);
    if (!proof) throw new Refusal('PHOTO_REQUIRED');
    return applyStep(deps, actor, resource, step, { guards: [deliveries.proofMustStand(resource.id, proof)] });
  };
}
