import { randomUUID } from 'node:crypto';
import { mail } from '#functions/mail/outbox.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { dueLater, notDue, type Settle, stillDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression, type Item, keyOf, type Table, type Write } from '#functions/platform/table.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';
import { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { endBySilence } from '#shared/deliveries/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { stepWrites } from '../step-writes.ts';

/**
 * The consequence of silence (rules 125, 164 and 165). The owner's row is due; its parcel decides. The version of the
 * parcel lets one of the job and an act through.
 */
export const settleAgreement: Settle = async (table, item, now) => {
  const { id, ownerId } = DeliveryRowRecord.parse({ ...(item['record'] as object), partner: item['partner'] });
  const parcels = parcelRepository(table);
  const parcel = await parcels.read(id);
  const isItsRow = parcel?.assignedAt !== undefined && keys.given(ownerId, parcel.assignedAt, id).sk === item['sk'];
  const due = isItsRow ? dueOf(parcel) : undefined;
  if (!parcel || due === undefined) return [notDue(table, item)];
  if (due.at > now) return [dueLater(table, item, due.at)];
  if (due.what === 'late') return toldBefore(item, due.at) ? [notDue(table, item)] : tellLate(table, item, parcel, now);
  const step = endBySilence(parcel, now);
  const deps = { table, now: () => now, newId: randomUUID };
  return [
    parcels.save(step.parcel, () => new Refusal('STATE_CHANGED')),
    ...(await stepWrites(deps, undefined, parcel, step)),
  ];
};

/** Both are notified of a delay once for each agreed day. A later act lists the row again. */
const toldBefore = ({ lateToldAt }: Item, at: number) => typeof lateToldAt === 'string' && Date.parse(lateToldAt) >= at;

/** An act of this moment gives the row another place, so that `stillDue` lets one of the two through. */
function tellLate(table: Table, item: Item, { id, title, owner, carrier }: ParcelRecord, now: number): Write[] {
  if (!carrier) return [notDue(table, item)];
  const told = expression`SET lateToldAt = ${new Date(now).toISOString()} REMOVE gs1pk, gs1sk`;
  const sides = [
    { to: owner, about: carrier, isOwner: 'yes' },
    { to: carrier, about: owner, isOwner: '' },
  ];
  return [
    table.update(keyOf(item), told, stillDue(item)),
    ...sides.map(({ to, about, isOwner }) =>
      mail(
        table,
        'deliveryLate',
        { memberId: to.id },
        {
          firstName: to.firstName,
          otherName: nameOf(about),
          otherFirstName: about.firstName,
          otherId: about.unavailable ? '' : about.id,
          title,
          parcelId: id,
          isOwner,
        },
        { id: randomUUID(), now },
      ),
    ),
  ];
}
