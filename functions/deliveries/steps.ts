import { dealMail, isDealName } from '#functions/mail/deals.ts';
import { mail } from '#functions/mail/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';
import { beforeHandshake, type DeliveryStep, hasAgreed } from '#shared/deliveries/rules.ts';
import { termsWords } from '#shared/deliveries/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isListed, isParty } from '#shared/parcels/rules.ts';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import { parcelEvent } from './events.ts';
import { kiloWrites } from './kilos.ts';
import { type DeliveryMail, mailsOf } from './mails.ts';
import { deliveryRepository } from './repository.ts';

/** Events that keep the terms, so that a later problem is judged by what counted then (rule 117). */
const agreeing: ReadonlySet<DeliveryStep['event']> = new Set([
  'acceptDelivery',
  'chooseCarrier',
  'handshake',
  'changeAgreed',
]);

const yes = (isTrue: boolean) => (isTrue ? 'yes' : '');

const conflictCodes: ReadonlySet<RefusalCode> = new Set(['STATE_CHANGED', 'ALREADY_ASSIGNED']);

/**
 * Applies the rule to the version that the caller saw. On a conflict, throws `refuse(current)`; other refusals of the
 * rule pass through.
 */
export function atSeenVersion<Made>(
  parcel: ParcelRecord,
  version: number,
  rule: () => Made,
  refuse: (current: ParcelRecord) => Refusal,
): Made {
  if (parcel.version !== version) throw refuse(parcel);
  try {
    return rule();
  } catch (error) {
    if (error instanceof Refusal && conflictCodes.has(error.code)) throw refuse(parcel);
    throw error;
  }
}

/**
 * The writes beside the parcel after a step: its event, the rows of its assignment, mails to the other party, and the
 * kilos of its trip.
 */
export async function stepWrites(
  { table, now, newId }: Deps,
  /** Undefined for a step that no member causes. */
  actorId: string | undefined,
  before: ParcelRecord,
  step: DeliveryStep,
): Promise<Write[]> {
  const at = now();
  const { parcel, event, reason } = step;
  // A step that ends an agreement is an event of the former carrier.
  const carrierId = parcel.carrierId ?? before.carrierId;
  const terms = agreeing.has(event) ? parcel.terms : undefined;
  const isHalf = beforeHandshake.includes(before.status);
  const due = dueOf(parcel);
  const mailsTo = async ({ mail: name, to, about }: DeliveryMail): Promise<Write[]> => {
    const data = {
      firstName: to.firstName,
      otherName: `${about.firstName} ${about.lastName}`,
      title: parcel.title,
      parcelId: parcel.id,
      otherId: about.unavailable ? '' : about.id,
      reason: reason ?? '',
      status: parcel.status,
      // A displaced carrier does not read the terms of the next one.
      terms: terms && isParty(to.id, parcel) ? termsWords(terms) : '',
      until: due ? new Date(due).toISOString() : '',
      isCarrier: yes(to.id === parcel.carrierId),
      isHalf: yes(isHalf),
      ...(event === 'agreementExpired'
        ? {
            hasWaited: yes(hasAgreed(to.id, before)),
            isListed: yes(isListed(parcel, at) && (to.id === parcel.ownerId || !before.carrierTie)),
          }
        : {}),
    };
    const facts = { id: newId(), now: at };
    const isDeal = isDealName(name) && (isHalf || event === 'acceptDelivery' || event === 'chooseCarrier');
    if (isDeal)
      return dealMail(table, name, { memberId: to.id }, data, { ...facts, takesBack: event === 'releaseCarrier' });
    return [mail(table, name, { memberId: to.id }, data, facts)];
  };
  const mails = await Promise.all(mailsOf(actorId, before, step).map(mailsTo));
  return [
    parcelEvent(table, parcel, event, actorId, at, {
      ...(carrierId ? { carrierId } : {}),
      ...(before.carrierId && before.carrierId !== parcel.carrierId ? { formerId: before.carrierId } : {}),
      ...(reason ? { reason } : {}),
      ...(event === 'overridden' ? { to: parcel.status } : {}),
      ...(terms ? { terms } : {}),
      ...(event === 'changeAgreed' && before.terms ? { was: before.terms } : {}),
    }),
    ...deliveryRepository(table).assignment(before, parcel),
    ...mails.flat(),
    ...(await kiloWrites(table, before, parcel, at)),
  ];
}
