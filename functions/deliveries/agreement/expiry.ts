import { randomUUID } from 'node:crypto';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { dueLater, notDue, type Settle } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueOf } from '#shared/deliveries/agreement.ts';
import { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { expireAgreement } from '#shared/deliveries/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { stepWrites } from '../steps.ts';

/**
 * The end of half an agreement without an answer (rule 125). The owner's row is due; its parcel decides. The version of
 * the parcel lets one of the job and the second yes through.
 */
export const settleAgreement: Settle = async (table, item, now) => {
  const { id, ownerId } = DeliveryRowRecord.parse({ ...(item['record'] as object), partner: item['partner'] });
  const parcels = parcelRepository(table);
  const parcel = await parcels.read(id);
  const isItsRow = parcel?.assignedAt !== undefined && keys.given(ownerId, parcel.assignedAt, id).sk === item['sk'];
  const due = isItsRow ? dueOf(parcel) : undefined;
  if (!parcel || due === undefined) return [notDue(table, item)];
  if (due > now) return [dueLater(table, item, due)];
  const step = expireAgreement(parcel, now);
  const deps = { table, now: () => now, newId: randomUUID };
  return [
    parcels.save(step.parcel, () => new Refusal('STATE_CHANGED')),
    ...(await stepWrites(deps, undefined, parcel, step)),
  ];
};
