import { ProblemEnd } from '#shared/deliveries/problem.ts';
import {
  decidedEnd,
  eventLabels,
  overrideSentences,
  problemEndLabels,
  problemLabels,
} from '#shared/deliveries/words.ts';
import { ParcelStatus } from '#shared/parcels/record.ts';
import type { ReportOutcome } from '#shared/reports/record.ts';
import { objectionLabels } from '#shared/reports/words.ts';
import { algiersMoment } from '#shared/values/time.ts';
import { links } from '../links.ts';
import { aboutDelivery, type DecisionFacts, type MemberFacts, toDecision, toSettled } from '../mail.ts';
import { type AboutDelivery, motive, track } from './deliveries.ts';
import { reportIt } from './open-problems.ts';

/**
 * A decided problem: `end` is a `ProblemEnd`, or empty where the delivery stays as it is. Of an annulled decision it is
 * `undecided` where it had ended the delivery, else `annulled`; `maintained`, or `warned` with a
 * warning, after an objection that changes nothing.
 */
export type ProblemFacts = Readonly<Record<'title' | 'parcelId' | 'end', string> & { isProblem: 'yes' }>;

/** Facts of a decision that may be about a problem. */
export type MaybeProblem = Partial<ProblemFacts>;

export const reportVerdicts: Readonly<Record<string, string>> = {
  dismissed: 'Sans suite',
  warned: 'Avertissement adressé',
  acted: 'Mesure prise',
} satisfies Record<ReportOutcome, string>;

const problemName = (kind: string): string =>
  (problemLabels as Readonly<Record<string, string>>)[kind] ?? 'Autre problème';
const endLabels: Readonly<Record<string, string>> = {
  ...problemEndLabels,
  undecided: eventLabels.decisionAnnulled,
  annulled: eventLabels.decisionAnnulled,
  maintained: objectionLabels.dismissed,
  warned: objectionLabels.warned,
};
export const problemVerdict = (end: string, outcome: string): string =>
  endLabels[end] ?? reportVerdicts[outcome] ?? 'Notre décision';
export function afterDecision(end: string): string {
  if (end === 'undecided') return 'Notre équipe décidera de la suite de la livraison.';
  return end in problemEndLabels ? `${outcomeOf(end)} La livraison est terminée.` : 'La livraison ne change pas.';
}

const settledVerdict = (status: string): string =>
  decidedEnd({ end: ProblemEnd.safeParse(status).data, to: ParcelStatus.safeParse(status).data });
const outcomeOf = (status: string): string => (overrideSentences as Readonly<Record<string, string>>)[status] ?? '';

export const problemMails = {
  codeSpent: aboutDelivery(({ otherName, title, parcelId }: AboutDelivery, to) => ({
    subject: `Code bloqué : « ${title} »`,
    paragraphs: [
      `Cinq codes incorrects ont été saisis : le code n'est plus accepté. ${otherName} peut déclarer la livraison sans code.`,
      "Quand le colis est arrivé, confirmez-le sur la page de la livraison. Sinon, demandez ce qui s'est passé.",
    ],
    detail: 'Cinq codes incorrects',
    action: track(to, parcelId),
  })),
  /** `kind` is a `ProblemKind`, `reason` the words of the report, `until` an ISO moment. */
  problemReported: aboutDelivery(
    (
      {
        otherName,
        otherFirstName,
        title,
        parcelId,
        kind,
        reason,
        until,
      }: AboutDelivery & Record<'otherFirstName' | 'kind' | 'reason' | 'until', string>,
      to,
    ) => ({
      subject: `Problème signalé : « ${title} »`,
      paragraphs: [
        `${problemName(kind)}, selon ${otherName}.`,
        reason,
        `Répondez à ${otherFirstName} avant le ${algiersMoment(until)} ; notre équipe décidera ensuite. Elle lit vos messages au sujet de ce colis.`,
      ],
      detail: `${problemName(kind)}, selon ${otherName}`,
      action: { label: 'Voir le problème', url: links.delivery(to, parcelId) },
    }),
  ),
  /** `isOnItsWay` and `isReturn` are `yes` or empty. `until`: when silence confirms what is declared, or empty. */
  problemSettled: aboutDelivery(
    (
      {
        otherName,
        title,
        parcelId,
        isOnItsWay,
        isReturn,
        until,
      }: AboutDelivery & Record<'isOnItsWay' | 'isReturn' | 'until', string>,
      to,
    ) => ({
      subject: `Problème résolu : « ${title} »`,
      paragraphs: [
        `${otherName} dit que le problème est résolu. ${isOnItsWay ? 'La livraison continue.' : 'Notre équipe ne décidera pas de la suite.'}`,
        ...(until
          ? [
              `Sans autre nouvelle, ${isReturn ? 'le retour sera confirmé' : 'la livraison sera confirmée'} le ${algiersMoment(until)}.`,
            ]
          : []),
      ],
      detail: `Par ${otherName}`,
      action: track(to, parcelId),
      second: reportIt(to, parcelId, '', "Ce n'est pas le cas ?"),
    }),
  ),
  problemDecided: toDecision(
    ({ title, parcelId, end, reason }: MemberFacts<'reason'> & ProblemFacts & DecisionFacts, to) => ({
      subject: `${problemVerdict(end, 'dismissed')} : « ${title} »`,
      paragraphs: [`Décision de notre équipe. ${afterDecision(end)}`, ...motive(reason)],
      action: track(to, parcelId),
    }),
  ),
  /** `status` is the new one of the parcel, or its end; `about` is there where it can be contested. */
  parcelSettled: toSettled(
    (
      {
        title,
        status,
        reason,
        parcelId,
        about,
      }: MemberFacts<'title' | 'parcelId' | 'status' | 'reason'> & { readonly about?: string },
      to,
    ) => ({
      subject: `${settledVerdict(status)} : « ${title} »`,
      paragraphs: [`${eventLabels.overridden}. ${outcomeOf(status)}`, ...motive(reason)],
      action: about ? track(to, parcelId) : { label: 'Nous contacter', url: links.problem(to, parcelId) },
    }),
  ),
};
