import { endSentence, needsSubscription, startSentence } from '#shared/subscriptions/words.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { moneyText } from '#shared/values/money.ts';
import { links } from '../links.ts';
import { aboutAccount, always, type MemberFacts } from '../mail.ts';

const subscriptionComforts = [
  "Si vous avez déjà envoyé votre justificatif, il est vérifié sous 24 heures ouvrées : vous n'avez rien d'autre à faire.",
  "Vos livraisons en cours et leurs conversations continuent jusqu'au bout, avec ou sans abonnement.",
];

export const subscriptionMails = {
  /** `end` is the last day in words; `verified` is not empty if the profile was approved with the payment (rule 43). */
  receiptApproved: aboutAccount(({ end, verified }: MemberFacts<'end' | 'verified'>, to) => ({
    subject: 'Votre abonnement est actif',
    paragraphs: [
      `Votre paiement est validé, merci ! Vos 12 mois vont jusqu'au ${end}.`,
      ...(verified ? ['Votre profil a été approuvé en même temps.'] : []),
    ],
    action: { label: 'Voir mon abonnement', url: links.paymentMethods(to) },
  })),
  receiptRejected: aboutAccount(({ reason }: MemberFacts<'reason'>, to) => ({
    subject: 'Refusé : votre justificatif de paiement',
    paragraphs: [`Motif : ${reason}`, 'Vous pouvez en envoyer un autre à tout moment.'],
    action: { label: 'Envoyer un justificatif', url: links.paymentMethods(to) },
  })),
  subscriptionEnding: aboutAccount(({ end, left }: MemberFacts<'end' | 'left'>, to) => ({
    subject: Number(left) < 0 ? 'Votre abonnement a expiré' : 'Votre abonnement se termine bientôt',
    paragraphs: [
      Number(left) < 0 ? `Son dernier jour était le ${end}.` : endSentence(end, Number(left)),
      `${needsSubscription}${Number(left) < 0 ? '' : ' Si vous renouvelez avant la fin, aucun jour ne se perd.'}`,
      ...subscriptionComforts,
    ],
    action: { label: 'Renouveler mon abonnement', url: links.paymentMethods(to) },
  })),
  /** A subscription is needed from a day (in words) on, which is `left` days away, negative afterwards (rule 197). */
  subscriptionStarting: always(({ day, left }: MemberFacts<'day' | 'left'>, to) => ({
    subject: Number(left) > 0 ? `Un abonnement sera nécessaire à partir du ${day}` : 'Un abonnement est nécessaire',
    paragraphs: [
      `${startSentence(day, Number(left))} C'est le cas pour tous les membres.`,
      `L'abonnement coûte ${moneyText(yearlySubscription.price)} pour ${yearlySubscription.months} mois à partir de la validation de votre paiement, vérifié sous ${yearlySubscription.checkHours} heures ouvrées, du dimanche au jeudi.`,
      ...subscriptionComforts,
    ],
    action: { label: "Voir l'abonnement", url: links.paymentMethods(to) },
  })),
};
