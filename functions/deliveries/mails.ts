import type { MailName } from '#functions/mail/mails.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { DeliveryStep } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { Card } from '#shared/values/fields.ts';

const mailNames = {
  acceptDelivery: 'deliveryAccepted',
  chooseCarrier: 'carrierChosen',
  handshake: 'handshakeDone',
  changeAgreed: 'changeAgreed',
  releaseCarrier: 'carrierReleased',
  validatePickup: 'pickupValidated',
  startDelivery: 'deliveryStarted',
  validateDelivery: 'deliveryValidated',
  cancelled: 'parcelCancelled',
  returned: 'parcelReturned',
  returnConfirmed: 'returnConfirmed',
} as const satisfies Partial<Record<TrackingEvent['type'], MailName>>;

type DeliveryMailName =
  | (typeof mailNames)[keyof typeof mailNames]
  | 'carrierWithdrew'
  | 'carrierReplaced'
  | 'agreementExpired'
  | 'parcelSettled';

export interface DeliveryMail {
  readonly mail: DeliveryMailName;
  readonly to: Card;
  readonly about: Card;
}

/**
 * Which member receives which mail after a step: the participant who did not act, and the carrier whom another one
 * replaces. Both participants receive a mail when an administrator has decided, or when no answer has come.
 */
export function mailsOf(
  actorId: string | undefined,
  before: ParcelRecord,
  { parcel: after, event }: DeliveryStep,
): DeliveryMail[] {
  const carrier = after.carrier ?? before.carrier;
  const { owner } = after;
  if (event === 'overridden')
    return [owner, ...(carrier ? [carrier] : [])].map((to) => ({ mail: 'parcelSettled', to, about: owner }));
  if (event === 'agreementExpired' && carrier)
    return [
      { mail: event, to: owner, about: carrier },
      { mail: event, to: carrier, about: owner },
    ];
  if (!carrier || !(event in mailNames)) return [];
  const mail = mailNames[event as keyof typeof mailNames];
  const isDisplaced = after.carrierId !== undefined && before.carrier && before.carrierId !== after.carrierId;
  return [
    actorId === after.ownerId
      ? { mail, to: carrier, about: owner }
      : { mail: mail === 'carrierReleased' ? 'carrierWithdrew' : mail, to: owner, about: carrier },
    ...(isDisplaced && before.carrier ? [{ mail: 'carrierReplaced', to: before.carrier, about: owner } as const] : []),
  ];
}
