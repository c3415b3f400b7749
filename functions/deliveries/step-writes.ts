import { dealMail, isDealName } from '#functions/mail/deals.ts';
import type { MailName } from '#functions/mail/mails.ts';
import { mail } from '#functions/mail/outbox.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import { hasRated } from '#functions/reviews/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { answerBy, silenceOf } from '#shared/deliveries/agreement.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { toProblem } from '#shared/deliveries/problem.ts';
import { reportableUntil } from '#shared/deliveries/problem-rules.ts';
import { beforeHandshake, type DeliveryStep, endsAgreement, hasAgreed, isOnItsWay } from '#shared/deliveries/rules.ts';
import { termsWords } from '#shared/deliveries/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isListed, isParty } from '#shared/parcels/rules.ts';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import { findPath } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { parcelEvent } from './events.ts';
import { kiloWrites } from './kilos.ts';
import { deliveryRepository } from './repository.ts';

const mailNames = {
  acceptDelivery: 'deliveryAccepted',
  chooseCarrier: 'carrierChosen',
  handshake: 'handshakeDone',
  changeAgreed: 'changeAgreed',
  releaseCarrier: 'carrierReleased',
  contentsRefused: 'carrierReleased',
  tripEnded: 'carrierReleased',
  validatePickup: 'pickupValidated',
  startDelivery: 'deliveryStarted',
  validateDelivery: 'deliveryValidated',
  deliveryDeclared: 'receiptAsked',
  returnDeclared: 'receiptAsked',
  receiptConfirmed: 'receiptConfirmed',
  cancelled: 'parcelCancelled',
  returned: 'parcelReturned',
  returnConfirmed: 'returnConfirmed',
  problemReported: 'problemReported',
  problemSettled: 'problemSettled',
} as const satisfies Partial<Record<TrackingEvent['type'], MailName>>;

type DeliveryMailName =
  | (typeof mailNames)[keyof typeof mailNames]
  | 'carrierWithdrew'
  | 'carrierReplaced'
  | 'agreementExpired'
  | 'agreementOverdue'
  | 'declarationClosed'
  | 'parcelSettled';

interface DeliveryMail {
  readonly mail: DeliveryMailName;
  readonly to: Card;
  readonly about: Card;
}

/**
 * Which member receives which mail after a step: the participant who did not act, and the carrier whom another one
 * replaces. Both participants receive a mail when an administrator has decided, or when no answer has come.
 */
function mailsOf(
  actorId: string | undefined,
  before: ParcelRecord,
  { parcel: after, event }: DeliveryStep,
): DeliveryMail[] {
  const carrier = after.carrier ?? before.carrier;
  const { owner } = after;
  if (event === 'overridden')
    return [owner, ...(carrier ? [carrier] : [])].map((to) => ({ mail: 'parcelSettled', to, about: owner }));
  if (isOfSilence(event) && carrier)
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

const silent = ['agreementExpired', 'agreementOverdue', 'declarationClosed'] as const;
const isOfSilence = (event: DeliveryStep['event']): event is (typeof silent)[number] =>
  (silent as readonly string[]).includes(event);

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

/** Why the root administrator settles a parcel. */
const causeOf = ({ annulled, problem }: ParcelRecord) => (annulled ? 'objection' : problem ? 'report' : 'check');

/** A report is pending exactly while its problem is open; a decision closes it. */
function droppedReport(table: Table, { problem }: ParcelRecord, { parcel, event }: DeliveryStep): Write[] {
  const isDropped = problem && !parcel.problem && event !== 'problemDecided';
  return isDropped ? reportRepository(table).remove(problem.reportId) : [];
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
  const { parcel, event, reason, note, problem, end, decision, annuls } = step;
  // A step that ends an agreement is an event of the former carrier.
  const carrierId = parcel.carrierId ?? before.carrierId;
  const terms = agreeing.has(event) ? parcel.terms : undefined;
  const isHalf = beforeHandshake.includes(before.status);
  const answer = answerBy(parcel);
  const asked = event === 'problemReported' && parcel.problem ? toProblem(parcel.problem).answerBy : undefined;
  const closedUntil = event === 'declarationClosed' ? new Date(reportableUntil(parcel) ?? at).toISOString() : undefined;
  const mailsTo = async ({ mail: name, to, about }: DeliveryMail): Promise<Write[]> => {
    const data = {
      firstName: to.firstName,
      otherName: `${about.firstName} ${about.lastName}`,
      otherFirstName: about.firstName,
      title: parcel.title,
      parcelId: parcel.id,
      otherId: about.unavailable ? '' : about.id,
      reason: reason ?? '',
      atTheDoor: yes(event === 'contentsRefused'),
      tripEnd: event === 'tripEnded' ? (actorId ? 'cancelled' : 'deleted') : '',
      search: findPath('parcel', { from: parcel.pickup, to: parcel.delivery }),
      status: end ?? parcel.status,
      // Absent where nothing can be contested.
      ...(event === 'overridden' && decision ? { origin: causeOf(before), about: decision, isProblem: 'yes' } : {}),
      version: String(parcel.version),
      // A displaced carrier does not read the terms of the next one.
      terms: terms && isParty(to.id, parcel) ? termsWords(terms) : '',
      until: answer ? new Date(answer).toISOString() : (asked ?? closedUntil ?? silenceOf(parcel, at).closesAt ?? ''),
      kind: problem ?? '',
      isCarrier: yes(to.id === parcel.carrierId),
      isOwner: yes(to.id === parcel.ownerId),
      isHalf: yes(isHalf),
      isReturn: yes(parcel.status === 'returned'),
      isOnItsWay: yes(isOnItsWay(parcel)),
      hasProblem: yes(parcel.problem !== undefined),
      openKind: parcel.problem?.kind ?? '',
      endsProblem: yes(before.problem !== undefined && parcel.problem === undefined),
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
      return dealMail(table, name, { memberId: to.id }, data, { ...facts, takesBack: endsAgreement({ type: event }) });
    const rated = name === 'deliveryValidated' ? { isRated: yes(await hasRated(table, to.id, about.id)) } : {};
    return [mail(table, name, { memberId: to.id }, { ...data, ...rated }, facts)];
  };
  const mails = await Promise.all(mailsOf(actorId, before, step).map(mailsTo));
  return [
    parcelEvent(table, parcel, event, actorId, at, {
      ...(carrierId ? { carrierId } : {}),
      ...(before.carrierId && before.carrierId !== parcel.carrierId ? { formerId: before.carrierId } : {}),
      ...(reason ? { reason } : {}),
      ...(note ? { note } : {}),
      ...(event === 'overridden' ? { to: parcel.status } : {}),
      ...(problem ? { problem } : {}),
      ...(end ? { end } : {}),
      ...(decision ? { decision } : {}),
      ...(annuls ? { annuls } : {}),
      ...(terms ? { terms } : {}),
      ...(event === 'changeAgreed' && before.terms ? { was: before.terms } : {}),
    }),
    ...deliveryRepository(table).assignment(before, parcel, at),
    ...droppedReport(table, before, step),
    ...mails.flat(),
    ...(await kiloWrites(table, before, parcel, at)),
  ];
}
