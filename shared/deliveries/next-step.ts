import type { Parcel, ParcelStatus } from '../parcels/contract.ts';
import { dayOf } from '../values/time.ts';
import { nextStepWith, type Partner } from './words.ts';

type ListedFacts = Pick<Parcel, 'ownerId' | 'status' | 'deadline' | 'adminStatus' | 'returnConfirmedAt'>;

/** The next step of a parcel in a list, for one participant, or for its owner before it has a carrier. */
export function nextStep(
  parcel: ListedFacts,
  { memberId, partner }: { memberId: string; partner: Partner | undefined },
  now = Date.now(),
): string | undefined {
  const { status } = parcel;
  return status === 'active' || status === 'pending'
    ? stepOfListing(parcel, now)
    : partner && nextStepWith(partner, parcel, memberId);
}

function stepOfListing({ status, adminStatus, deadline }: ListedFacts, now: number): string {
  if (deadline < dayOf(now)) return 'La date limite est passée : publiez de nouveau avec une autre date.';
  if (adminStatus === 'rejected') return 'Corrigez votre annonce et renvoyez-la.';
  if (status === 'pending') return 'Reprenez votre annonce quand vous voulez.';
  if (adminStatus === 'pending') return 'Nous validons votre annonce.';
  return 'Un voyageur se propose, ou vous écrivez à celui de votre choix.';
}

/** The number of completed steps, of four: agreed, collected, on the way to the recipient, delivered. */
export const stepsDone: Readonly<Record<ParcelStatus, number | undefined>> = {
  active: 0,
  pending: 0,
  accepted_for_delivery: 0,
  carrier_chosen: 0,
  pickup: 1,
  in_transit: 2,
  delivery: 3,
  delivered: 4,
  // Parcels in these states do not follow the four steps.
  returned: undefined,
  cancelled: undefined,
};
