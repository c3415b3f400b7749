import { objectionLabels } from '#shared/reports/words.ts';
import { brand } from '#shared/values/brand.ts';
import { stopAfter } from '#shared/values/french.ts';
import { links } from '../links.ts';
import { always, type DecisionFacts, type MemberFacts, mailOnly, toDecision } from '../mail.ts';
import { track } from './deliveries.ts';
import { afterDecision, type MaybeProblem, problemVerdict, reportVerdicts } from './problems.ts';

type AboutReport = ({ firstName: string } | { email: string }) & { reference: string; isObjection?: string };
/** An objection of a member names the listing of the decision, and leads to its delivery. */
type AboutReceived = AboutReport & { readonly title?: string; readonly parcelId?: string };

const typedWhy = (facts: object) =>
  'email' in facts
    ? {
        why: `Vous recevez ce message parce que quelqu'un a indiqué cette adresse en nous écrivant sur ${brand.name}.`,
      }
    : {};

const answers: Readonly<Record<string, string>> = objectionLabels;

/** Mails about reports, without a word of the other member. */
export const reportMails = {
  reportReceived: mailOnly((facts: AboutReceived, to) => {
    const { reference, isObjection, title, parcelId } = facts;
    return isObjection
      ? {
          ...typedWhy(facts),
          subject: `Contestation enregistrée : ${reference}`,
          paragraphs: [
            ...(title ? [`Décision contestée : celle au sujet de « ${title} »${stopAfter(title)}`] : []),
            'Nous relisons la décision que vous contestez, et nous vous répondons par email sous 48 heures.',
          ],
          ...(parcelId ? { action: track(to, parcelId) } : {}),
        }
      : {
          ...typedWhy(facts),
          subject: `Signalement enregistré : ${reference}`,
          paragraphs: [
            'Merci. Une personne de notre équipe examine votre signalement et vous répond par email sous 48 heures.',
            "Il est confidentiel : seuls nos administrateurs savent que vous l'avez envoyé.",
          ],
        };
  }),
  reportDecided: toDecision(
    (facts: AboutReport & MaybeProblem & { outcome: string; reason: string } & DecisionFacts, to) => {
      const { reference, outcome, reason, isObjection, isProblem, title, parcelId = '', end = '' } = facts;
      const thing = isObjection ? 'contestation' : 'signalement';
      if (isProblem)
        return {
          subject: `${problemVerdict(end, outcome)} : « ${title} »`,
          paragraphs: [
            `Décision de notre équipe sur votre ${thing} ${reference}. ${afterDecision(end)}`,
            `Motif : ${reason}`,
          ],
          action: track(to, parcelId),
        };
      return {
        ...typedWhy(facts),
        subject: `${(isObjection ? answers : reportVerdicts)[outcome] ?? 'Notre décision'} : votre ${thing} ${reference}`,
        paragraphs: [`Motif : ${reason}`],
        action: { label: 'Lire nos règles', url: links.moderation(to) },
      };
    },
  ),
  /** `decision` is the reason of the decision about a problem, beside that of the warning; none after an objection. */
  memberWarned: toDecision(
    (
      {
        reason,
        isProblem,
        title,
        parcelId = '',
        end = '',
        decision,
      }: MemberFacts<'reason'> & MaybeProblem & DecisionFacts & { decision?: string },
      to,
    ) => ({
      subject: `Avertissement de notre équipe${isProblem ? ` : « ${title} »` : ''}`,
      paragraphs: [
        `Motif : ${reason}`,
        ...(decision ? [`Décision sur le problème signalé : ${decision}`] : []),
        ...(isProblem ? [afterDecision(end)] : []),
      ],
      action: isProblem ? track(to, parcelId) : { label: 'Lire nos règles', url: links.moderation(to) },
    }),
  ),
  deliveryUndecided: always(({ parcelId }: MemberFacts<'parcelId'>, to) => ({
    subject: `À décider : la suite d'une livraison`,
    paragraphs: [
      'Une décision sur un problème de livraison est annulée. Les deux membres attendent la suite.',
      'Ouvrez le colis et choisissez « Débloquer la livraison ».',
    ],
    action: { label: 'Ouvrir le colis', url: links.parcelCard(to, parcelId) },
  })),
  dangerReported: always(({ reference, reportId }: MemberFacts<'reference' | 'reportId'>, to) => ({
    subject: `Danger signalé : ${reference}`,
    paragraphs: [
      'Un signalement décrit un danger immédiat pour une personne. Ouvrez-le tout de suite.',
      'Si une vie est en danger, prévenez la police : le guide des opérations dit comment.',
    ],
    action: { label: 'Ouvrir le signalement', url: links.report(to, reportId) },
  })),
  dangersWaiting: always(({ waiting }: MemberFacts<'waiting'>, to) => ({
    subject: `Dangers signalés : ${waiting} en attente`,
    paragraphs: [
      "D'autres signalements décrivent un danger immédiat. Ils ne vous sont plus envoyés un par un pendant cette heure.",
      `En attente dans « Signalements » : ${waiting}. Ouvrez la liste tout de suite.`,
    ],
    action: { label: 'Ouvrir les signalements', url: links.reports(to) },
  })),
};
