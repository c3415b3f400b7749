import * as z from 'zod/mini';
import { Parcel } from '../parcels/contract.ts';
import { routes } from '../route.ts';
import { Cursor, Id, pageOf } from '../values/fields.ts';
import { Scanning } from '../values/files.ts';

export const ProofStage = z.enum(['pickup', 'delivery'], 'Étape inconnue');
export type ProofStage = z.infer<typeof ProofStage>;

/** A photo taken at a hand-over, immutable, with the server's time. */
export const Proof = z.object({
  id: z.string(),
  stage: ProofStage,
  by: z.string(),
  at: z.string(),
  url: z.string(),
});
export type Proof = z.infer<typeof Proof>;

/** What happened to a parcel, one event for each version of it. */
export const TrackingEvent = z.object({
  version: z.int(),
  type: z.enum([
    'published',
    'approved',
    'rejected',
    'edited',
    'paused',
    'resumed',
    'cancelled',
    'acceptDelivery',
    'chooseCarrier',
    'handshake',
    'releaseCarrier',
    'validatePickup',
    'startDelivery',
    'validateDelivery',
  ]),
  at: z.string(),
  by: z.optional(z.string()),
});
export type TrackingEvent = z.infer<typeof TrackingEvent>;

/** The four cards of the carrier's work (rule 14). */
export const DeliveryState = z.enum(['to_collect', 'in_transit', 'to_deliver', 'completed'], 'État inconnu');
export type DeliveryState = z.infer<typeof DeliveryState>;

const transition = { method: 'POST', idempotency: 'required', ifMatch: true, reply: Parcel } as const;
const participant = { party: 'parcelParticipant', of: 'parcelId' } as const;
const carrier = { party: 'parcelCarrier', of: 'parcelId' } as const;

export const deliveryRoutes = routes({
  acceptDelivery: {
    ...transition,
    path: '/parcels/{parcelId}/accept',
    access: { party: 'parcelCandidate', of: 'parcelId' },
    trust: { profile: 'approved', subscription: true },
  },
  chooseCarrier: {
    ...transition,
    path: '/parcels/{parcelId}/choose-carrier',
    access: { party: 'parcelOwner', of: 'parcelId' },
    trust: { profile: 'approved', subscription: true },
    body: z.strictObject({ carrierId: Id }),
  },
  releaseCarrier: { ...transition, path: '/parcels/{parcelId}/release', access: participant },
  addProof: {
    method: 'POST',
    path: '/parcels/{parcelId}/proofs',
    access: participant,
    idempotency: 'required',
    status: 201,
    body: z.strictObject({ uploadId: Id }),
    reply: z.union([Proof, Scanning]),
  },
  proofs: {
    method: 'GET',
    path: '/parcels/{parcelId}/proofs',
    access: participant,
    reply: z.object({ items: z.array(Proof) }),
  },
  validatePickup: { ...transition, path: '/parcels/{parcelId}/validate-pickup', access: carrier },
  startDelivery: { ...transition, path: '/parcels/{parcelId}/out-for-delivery', access: carrier },
  validateDelivery: { ...transition, path: '/parcels/{parcelId}/validate-delivery', access: carrier },
  tracking: {
    method: 'GET',
    path: '/parcels/{parcelId}/tracking',
    access: { party: 'parcelParticipant', of: 'parcelId' },
    reply: z.object({ items: z.array(TrackingEvent) }),
  },
  myDeliveries: {
    method: 'GET',
    path: '/me/deliveries',
    access: 'member',
    query: z.object({ state: z.optional(DeliveryState), cursor: Cursor }),
    reply: pageOf(Parcel),
  },
});
