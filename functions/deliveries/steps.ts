import { mail } from '#functions/mail/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { Step } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import { parcelEvent } from './events.ts';
import { mailsOf } from './mails.ts';
import { deliveryRepository } from './repository.ts';

/** Refusals of rules that mean: somebody was faster. */
const conflictCodes: ReadonlySet<RefusalCode> = new Set(['STATE_CHANGED', 'ALREADY_ASSIGNED']);

/**
 * What a rule makes of exactly the version that the caller saw. Who comes too late is told by `refuse` what stands now;
 * what a rule words by itself stays its own.
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

/** What is stored with the parcel after a step: its event, the rows of its assignment and the mails to the others. */
export function stepWrites({ table, now, newId }: Deps, actorId: string, before: ParcelRecord, step: Step): Write[] {
  const at = now();
  const { parcel, event, reason } = step;
  // A step that ends an agreement belongs to the carrier whom it lets go.
  const carrierId = parcel.carrierId ?? before.carrierId;
  const mails = mailsOf(actorId, before, step).map(({ mail: name, to, about }) => {
    const data = {
      firstName: to.firstName,
      otherName: `${about.firstName} ${about.lastName}`,
      title: parcel.title,
      parcelId: parcel.id,
      otherId: about.id,
      reason: reason ?? '',
      status: parcel.status,
    };
    return mail(table, name, { memberId: to.id }, data, { id: newId(), now: at });
  });
  return [
    parcelEvent(table, parcel, event, actorId, at, {
      ...(carrierId ? { carrierId } : {}),
      ...(reason ? { reason } : {}),
      ...(event === 'overridden' ? { to: parcel.status } : {}),
    }),
    ...deliveryRepository(table).assignment(before, parcel),
    ...mails,
  ];
}
