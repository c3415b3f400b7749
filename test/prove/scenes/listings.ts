import type { ProofStage } from '#shared/deliveries/contract.ts';
import type { ParcelStatus } from '#shared/parcels/record.ts';
import { sampleBodies } from '#test/access/samples.ts';
import type { Scene, Scenes, World } from './scene.ts';

const own = async ({ seed }: World) => seed.member();

/** A parcel in a state with its owner and its carrier, who have written to each other. */
async function carried({ seed }: World, status: ParcelStatus, stages: readonly ProofStage[] = []) {
  const [owner, carrier] = [await seed.member(), await seed.member()];
  const isFree = status === 'active' || status === 'pending';
  const parcel = await seed.parcel(owner, { status }, isFree ? undefined : carrier);
  await seed.conversation(carrier, owner, parcel);
  await seed.photos(parcel, stages);
  return { owner, carrier, parcel, params: { parcelId: parcel.id } };
}

const asOwner =
  (status: ParcelStatus, body?: object) =>
  async (world: World): Promise<Scene> => {
    const { owner, parcel, params } = await carried(world, status);
    return { by: owner.id, request: { params, version: parcel.version, ...(body ? { body } : {}) } };
  };
const asCarrier =
  (status: ParcelStatus, stages: readonly ProofStage[] = [], body?: object) =>
  async (world: World): Promise<Scene> => {
    const { carrier, parcel, params } = await carried(world, status, stages);
    return { by: carrier.id, request: { params, version: parcel.version, ...(body ? { body } : {}) } };
  };
const reason = { reason: 'Destinataire absent' };

/** A traveller and the owner of a listed parcel, who has their offer. */
async function offered(world: World) {
  const { owner, carrier, params } = await carried(world, 'active');
  const body = { memberId: owner.id, price: { amount: 2500, currency: 'EUR' } };
  const { body: offer } = await world.product.call('makeOffer', carrier.id, { params, body });
  return { owner, carrier, params, offerId: offer['id'] };
}

/** Parcels, their deliveries, and trips. */
export const listingScenes: Scenes = {
  publishParcel: async (world) => {
    const { id } = await own(world);
    const { id: uploadId } = await world.seed.file('parcel_file', id);
    return { by: id, request: { body: { ...sampleBodies.publishParcel, uploadId } } };
  },
  editParcel: async ({ seed }) => {
    const owner = await seed.member();
    const old = await seed.file('parcel_file', owner.id, { state: 'attached' });
    const file = { uploadId: old.id, key: old.key, contentType: 'image/jpeg' } as const;
    const parcel = await seed.parcel(owner, { file });
    const { id: uploadId } = await seed.file('parcel_file', owner.id);
    const body = { ...sampleBodies.editParcel, uploadId };
    return { by: owner.id, request: { params: { parcelId: parcel.id }, version: parcel.version, body } };
  },
  pauseParcel: asOwner('active'),
  resumeParcel: asOwner('pending'),
  cancelParcel: asOwner('carrier_chosen', reason),
  acceptDelivery: asCarrier('active'),
  chooseCarrier: async (world) => {
    const { owner, carrier, parcel, params } = await carried(world, 'active');
    return { by: owner.id, request: { params, version: parcel.version, body: { carrierId: carrier.id } } };
  },
  makeOffer: async (world) => {
    const { owner, carrier, params } = await carried(world, 'active');
    return {
      by: carrier.id,
      request: { params, body: { memberId: owner.id, price: { amount: 2500, currency: 'EUR' } } },
    };
  },
  takeOffer: async (world) => {
    const { owner, carrier, params, offerId } = await offered(world);
    return { by: owner.id, request: { params: { ...params, userId: carrier.id }, body: { offerId } } };
  },
  endOffer: async (world) => {
    const { owner, carrier, params, offerId } = await offered(world);
    const body = { offerId, reason: 'Trop cher' };
    return { by: owner.id, request: { params: { ...params, userId: carrier.id }, body } };
  },
  releaseCarrier: asOwner('pickup', reason),
  addProof: async (world) => {
    const { carrier, parcel, params } = await carried(world, 'pickup');
    const facts = { target: parcel.id, stage: 'pickup' } as const;
    const { id: uploadId } = await world.seed.file('proof', carrier.id, facts);
    return { by: carrier.id, request: { params, body: { uploadId } } };
  },
  validatePickup: asCarrier('pickup', ['pickup'], sampleBodies.validatePickup),
  startDelivery: asCarrier('in_transit'),
  validateDelivery: asCarrier('delivery', ['delivery']),
  setCode: asOwner('in_transit', { on: true }),
  declare: asCarrier('returned', [], {}),
  recordPosition: async (world) => {
    const { carrier, params } = await carried(world, 'in_transit');
    return { by: carrier.id, request: { params, body: sampleBodies.recordPosition } };
  },
  returnParcel: asCarrier('delivery', [], reason),
  confirmReceipt: asOwner('delivery'),
  confirmReturn: asOwner('returned'),
  followByLink: async ({ seed, product }) => {
    const [owner, carrier] = [await seed.member(), await seed.member()];
    const at = '2026-06-01T10:00:00.000Z';
    const { id } = await seed.parcel(owner, { status: 'pickup', ownerOkAt: at, carrierOkAt: at }, carrier);
    const { body } = await product.call('tracking', owner.id, { params: { parcelId: id } });
    return { by: '', request: { body: { link: body['link'] } } };
  },
  requestProofUpload: async (world) => {
    const { carrier, params } = await carried(world, 'pickup');
    return { by: carrier.id, request: { params, body: sampleBodies.requestProofUpload } };
  },
  publishTrip: async (world) => ({ by: (await own(world)).id, request: { body: sampleBodies.publishTrip } }),
  editTrip: async ({ seed }) => {
    const owner = await seed.member();
    const { id: tripId, version } = await seed.trip(owner);
    return { by: owner.id, request: { params: { tripId }, version, body: sampleBodies.editTrip } };
  },
  cancelTrip: async ({ seed }) => {
    const owner = await seed.member();
    const { id: tripId, version } = await seed.trip(owner);
    return { by: owner.id, request: { params: { tripId }, version, body: sampleBodies.cancelTrip } };
  },
};
