import { mail } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { codeOf, isCodeOf, traceOfCode } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression, type Item, type Table } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import { deliveryCodeMissing } from '#shared/deliveries/contract.ts';
import { codeTries, hasCode } from '#shared/deliveries/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';

/** `<parcel>.<assignment>`: another carrier, or the same one again, has another link and another code. */
export const assignmentOf = ({ id, assignedAt = '' }: ParcelRecord) => `${id}.${Date.parse(assignedAt).toString(36)}`;

/** The code of the delivery for its owner, once the carrier has the parcel (rule 155). */
export const codeFor = (memberId: string, parcel: ParcelRecord): string | undefined =>
  memberId === parcel.ownerId && hasCode(parcel) ? codeOf(assignmentOf(parcel)) : undefined;

/** No code is compared any more: the carrier can only declare the delivery (rule 157). */
export async function isCodeSpent(table: Table, parcel: ParcelRecord): Promise<boolean> {
  if (!hasCode(parcel)) return false;
  return hasNoTry(await table.get(triesOf(parcel)));
}

export const triesOf = ({ id, assignedAt = '' }: ParcelRecord) => keys.codeTries(id, assignedAt);

/** The tries of an assignment are used up (rule 157). */
export const hasNoTry = (item: Item | undefined): boolean => triedIn(item) >= codeTries;
const triedIn = (item: Item | undefined) => (item?.['tried'] as ReadonlySet<string> | undefined)?.size ?? 0;

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
      triesOf(parcel),
      expression`ADD #tried ${new Set([trace])}`,
      expression`attribute_not_exists(#tried) OR size(#tried) < ${codeTries} OR contains(#tried, ${trace})`,
    ),
  );
  if (!counted) throw noTries(parcel);
  if (isCodeOf(subject, code)) return;
  const left = codeTries - triedIn(counted);
  if (left === 0 && !counted['told']) await tellOwner(deps, parcel);
  throw left > 0
    ? new Refusal('CODE_WRONG', {
        title: 'Code incorrect',
        detail: `Ce code n'est pas le bon. Essais restants : ${left}.`,
      })
    : noTries(parcel);
}

/** The owner gets one mail for each assignment, also if the call that used up the tries stopped before. */
async function tellOwner({ table, now, newId }: Deps, { id, title, owner, carrier, ...parcel }: ParcelRecord) {
  if (!carrier) return;
  const data = {
    firstName: owner.firstName,
    otherName: nameOf(carrier),
    otherId: carrier.unavailable ? '' : carrier.id,
    title,
    parcelId: id,
  };
  await attempt(table, [
    table.update(
      triesOf({ id, title, owner, carrier, ...parcel }),
      expression`SET #told = ${true}`,
      expression`attribute_not_exists(#told)`,
    ),
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
