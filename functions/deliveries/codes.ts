import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { codeOf, isCodeOf, traceOfCode } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import { all, expression, present, recordHaving, setting } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { deliveryCodeMissing } from '#shared/deliveries/contract.ts';
import { codeTries, hasCode } from '#shared/deliveries/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { rowKeysOf } from './rows.ts';

/** `<parcel>.<assignment>`: another carrier, or the same one again, has another link and another code. */
export const assignmentOf = ({ id, assignedAt = '' }: ParcelRecord) => `${id}.${Date.parse(assignedAt).toString(36)}`;

/** The code of the delivery for its owner, once the carrier has the parcel (rule 155) and while it counts. */
export const codeFor = (memberId: string, parcel: ParcelRecord): string | undefined =>
  memberId === parcel.ownerId && hasCode(parcel) && !parcel.codeSpent ? codeOf(assignmentOf(parcel)) : undefined;

/**
 * Throws unless the parcel needs no code, or this is the right one. A try is counted before it is compared, so that
 * many at once do not compare more (rule 157).
 */
export async function requireCode(deps: Deps, parcel: ParcelRecord, code: string | undefined): Promise<void> {
  const { table } = deps;
  if (!parcel.codeAsked) return;
  if (code === undefined) throw new Refusal('INVALID', undefined, { fields: { code: deliveryCodeMissing } });
  const subject = assignmentOf(parcel);
  const trace = traceOfCode(subject, code);
  const counted = await table.change(
    table.update(
      keys.codeTries(parcel.id, parcel.assignedAt ?? ''),
      expression`ADD #tried ${new Set([trace])}`,
      expression`attribute_not_exists(#tried) OR size(#tried) < ${codeTries} OR contains(#tried, ${trace})`,
    ),
  );
  if (counted && isCodeOf(subject, code)) return;
  const left = counted ? codeTries - (counted['tried'] as ReadonlySet<string>).size : 0;
  if (left > 0)
    throw new Refusal('CODE_WRONG', {
      title: 'Code incorrect',
      detail: `Ce code n'est pas le bon. Essais restants : ${left}.`,
    });
  if (!parcel.codeSpent) await tellBoth(deps, parcel);
  throw noTries(parcel);
}

/** Both find the parcel so, and its owner gets one mail; also if the call that used up the tries stopped before. */
async function tellBoth({ table, now, newId }: Deps, parcel: ParcelRecord) {
  const { id, title, owner, carrier, assignedAt } = parcel;
  if (!carrier) return;
  const data = {
    firstName: owner.firstName,
    otherName: nameOf(carrier),
    otherId: carrier.unavailable ? '' : carrier.id,
    title,
    parcelId: id,
  };
  const spent = setting({ codeSpent: true });
  const isFirst = all(recordHaving('assignedAt', assignedAt), expression`attribute_not_exists(#record.#codeSpent)`);
  // The version stays, so that the carrier's next act still fits what they see.
  await attempt(table, [
    table.update(keys.parcel(id), spent, isFirst),
    ...rowKeysOf(parcel).map((key) => table.update(key, spent, present)),
    mail(table, 'codeSpent', { memberId: owner.id }, data, { id: newId(), now: now() }),
  ]);
}

const noTries = ({ declaredAt }: ParcelRecord) =>
  new Refusal(
    'CODE_WRONG',
    declaredAt
      ? {
          title: 'Code incorrect',
          detail:
            "Trop de codes incorrects : l'expéditeur doit confirmer l'arrivée. Sans réponse, elle sera confirmée.",
        }
      : undefined,
  );
