import { subscriptionTerms, withdrawalRight } from '#shared/receipts/words.ts';
import { endSentence, needsSubscription, startSentence } from '#shared/subscriptions/words.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { brand } from '#shared/values/brand.ts';
import { links } from '../links.ts';
import { aboutAccount, always, type MemberFacts, mailOnly } from '../mail.ts';

const subscriptionComforts = [
  "Si vous avez déjà envoyé votre justificatif, il est vérifié sous 24 heures ouvrées : vous n'avez rien d'autre à faire.",
  "Vos livraisons en cours et leurs conversations continuent jusqu'au bout, avec ou sans abonnement.",
];

export const subscriptionMails = {
  /** It confirms the contract immediately, on a durable medium (rule 216). */
  receiptSent: always(({ price }: MemberFacts<'price'>, to) => ({
    subject: 'Bien reçu : votre paiement est en vérification',
    paragraphs: [
      `Vous avez commandé l'abonnement annuel : ${subscriptionTerms(price)} Votre paiement est vérifié sous ${yearlySubscription.checkHours} heures ouvrées, du dimanche au jeudi.`,
      withdrawalRight,
      'Gardez cet email : il vaut confirmation de votre commande.',
    ],
    action: { label: 'Voir mon abonnement', url: links.paymentMethods(to) },
  })),
  /**
   * `end` and `withdrawUntil` are last days in words; `verified` is not empty if the profile was approved with the
   * payment (rule 43).
   */
  receiptApproved: aboutAccount(
    ({ end, verified, withdrawUntil }: MemberFacts<'end' | 'verified' | 'withdrawUntil'>, to) => ({
      subject: 'Votre abonnement est actif',
      paragraphs: [
        `Votre paiement est validé, merci ! Vos 12 mois vont jusqu'au ${end}.`,
        ...(withdrawUntil ? [`Vous pouvez renoncer au contrat, sans motif, jusqu'au ${withdrawUntil} inclus.`] : []),
        ...(verified ? ['Votre profil a été approuvé en même temps.'] : []),
      ],
      action: { label: 'Voir mon abonnement', url: links.paymentMethods(to) },
    }),
  ),
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
  subscriptionStarting: always(({ day, left, price }: MemberFacts<'day' | 'left' | 'price'>, to) => ({
    subject: Number(left) > 0 ? `Un abonnement sera nécessaire à partir du ${day}` : 'Un abonnement est nécessaire',
    paragraphs: [
      `${startSentence(day, Number(left))} C'est le cas pour tous les membres.`,
      `L'abonnement coûte ${price} pour ${yearlySubscription.months} mois à partir de la validation de votre paiement, vérifié sous ${yearlySubscription.checkHours} heures ouvrées, du dimanche au jeudi.`,
      ...subscriptionComforts,
    ],
    action: { label: "Voir l'abonnement", url: links.paymentMethods(to) },
  })),
  /** `end` is the last day of what is left of the subscription, or empty. */
  subscriptionWithdrawn: always(
    (
      { at, approved, price, paidBackBy, end }: MemberFacts<'at' | 'approved' | 'price' | 'paidBackBy' | 'end'>,
      to,
    ) => ({
      subject: "C'est noté : vous renoncez à l'abonnement",
      paragraphs: [
        `Le ${at}, vous avez renoncé au contrat de l'abonnement annuel de ${price}, validé le ${approved}. Cet email l'atteste : gardez-le.`,
        `Ses 12 mois s'arrêtent dès maintenant. ${end ? `Votre abonnement court encore jusqu'au ${end}.` : "Vous n'avez plus d'abonnement en cours."} Votre profil et vos annonces restent tels quels.`,
        `Nous vous remboursons toute la somme versée au plus tard le ${paidBackBy}, par le moyen de paiement que vous avez utilisé, sans frais.`,
      ],
      action: { label: 'Voir mon abonnement', url: links.paymentMethods(to) },
    }),
  ),
  /** It goes to a typed address, so it has no word of the letter. */
  withdrawalLetter: mailOnly(({ reference, at }: Readonly<Record<'email' | 'reference' | 'at', string>>) => ({
    why: `Vous recevez ce message parce que quelqu'un a indiqué cette adresse en nous écrivant sur ${brand.name}.`,
    subject: `Bien reçu : renoncer au contrat (${reference})`,
    paragraphs: [
      `Nous avons reçu votre demande de renoncer au contrat le ${at}. Cet email l'atteste : gardez-le.`,
      'Une personne la traite et vous écrit. Dans le délai de rétractation, toute la somme vous est remboursée sous 14 jours.',
    ],
  })),
  /** `withdrawn` is not empty if the withdrawal of a letter was entered with the refund. */
  receiptPaidBack: always(({ price, withdrawn }: MemberFacts<'price' | 'withdrawn'>, to) => ({
    subject: 'Remboursé : votre abonnement annuel',
    paragraphs: [
      ...(withdrawn
        ? ["Comme vous nous l'avez demandé, le contrat de votre abonnement est annulé et ses 12 mois sont retirés."]
        : []),
      `Nous avons remboursé votre abonnement annuel de ${price}, par le moyen de paiement que vous avez utilisé. Selon votre banque, la somme arrive en quelques jours.`,
    ],
    action: { label: 'Voir mes paiements', url: links.paymentMethods(to) },
  })),
};
