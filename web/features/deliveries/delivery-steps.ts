import type { Proof, ProofStage, TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ParcelStatus } from '#shared/parcels/contract.ts';

export type DeliveryStep = {
  key: 'agreed' | 'pickedUp' | 'inTransit' | 'inDelivery' | 'delivered';
  title: string;
  state: 'done' | 'current' | 'later';
  /** When it was reached, and by whom, as far as that is known. */
  at?: string | undefined;
  by?: string | undefined;
  proofs: readonly Proof[];
};

type StepFacts = { key: DeliveryStep['key']; title: string; event?: TrackingEvent['type']; stage?: ProofStage };

/** What was agreed, then product 2.2, parcel tracking: picked up, in transit, in delivery, delivered. */
const steps: readonly StepFacts[] = [
  { key: 'agreed', title: 'Remise prévue', event: 'handshake' },
  { key: 'pickedUp', title: 'Récupéré', event: 'validatePickup', stage: 'pickup' },
  { key: 'inTransit', title: 'En transit', event: 'validatePickup' },
  { key: 'inDelivery', title: 'En cours de livraison', event: 'startDelivery' },
  { key: 'delivered', title: 'Livré', event: 'validateDelivery', stage: 'delivery' },
];

/** Which step is the current one; those before it are done. */
const currentStep: Partial<Record<ParcelStatus, number>> = {
  pickup: 0,
  in_transit: 2,
  delivery: 3,
  delivered: steps.length,
};

/** The steps of a delivery as they stand. */
export function deliverySteps(
  status: ParcelStatus,
  events: readonly TrackingEvent[],
  proofs: readonly Proof[],
): DeliveryStep[] {
  const current = currentStep[status] ?? -1;
  return steps.map(({ key, title, event, stage }, index) => {
    const reached = index <= current;
    // A parcel that was given back to its owner before may have been on its way twice: the latest counts.
    const told = reached ? events.findLast(({ type }) => type === event) : undefined;
    return {
      key,
      title,
      state: index < current ? 'done' : index === current ? 'current' : 'later',
      at: told?.at,
      by: told?.by,
      proofs: stage ? proofs.filter((proof) => proof.stage === stage) : [],
    };
  });
}
