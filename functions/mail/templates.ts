import type { MailName, Mails } from '#functions/mail/mails.ts';
import { endSentence, needsSubscription, startSentence } from '#shared/subscriptions/words.ts';
import { yearlySubscription } from '#shared/subscriptions/yearly.ts';
import { brand } from '#shared/values/brand.ts';
import { of, ofMember } from '#shared/values/french.ts';
import { moneyText } from '#shared/values/money.ts';
import { isAlwaysSent } from './channels.ts';
import { harmlessFacts } from './harmless.ts';
import { type MailContent, type Rendered, render } from './layout.ts';
import { type Envelope, links } from './links.ts';
import { accountDeleted, deletionRequested } from './words/account-ends.ts';
import { alertMails } from './words/alerts.ts';
import { archiveMails } from './words/archives.ts';
import { appealOf, decidedBy } from './words/decisions.ts';
import { deliveryMails } from './words/deliveries.ts';
import { queuesLate } from './words/late-queues.ts';
import { reportMails } from './words/reports.ts';
import { secondFactorMails } from './words/second-factor.ts';

type Words<Name extends MailName> = (
  data: Mails[Name],
  to: Envelope,
) => Omit<MailContent, 'firstName' | 'settingsUrl' | 'stopUrl' | 'appeal'>;

const comesBack =
  "Corrigez l'annonce, puis renvoyez-la : elle revient dans la recherche dès que notre équipe l'a validée.";

const bankChanges: Readonly<Record<string, string>> = {
  createBank: 'ajouté',
  updateBank: 'modifié',
  deleteBank: 'supprimé',
};

const rightsWords: Readonly<Record<string, readonly [subject: string, paragraph: string]>> = {
  active: [
    'Vous êtes administrateur',
    `L'administrateur principal ${of(brand.name)} vous a donné des droits d'administrateur : vous pouvez vérifier les profils et valider les annonces. Si vous êtes déjà connecté, ils s'ouvrent au plus tard après un quart d'heure.`,
  ],
  inactive: [
    "Vos droits d'administrateur sont suspendus",
    "L'administrateur principal a suspendu vos droits d'administrateur, et toutes vos sessions ont été fermées. Votre compte de membre reste ouvert : vous pouvez vous reconnecter.",
  ],
  deleted: [
    "Vous n'êtes plus administrateur",
    "L'administrateur principal a retiré vos droits d'administrateur. Votre compte de membre reste ouvert.",
  ],
};

const administratorChanges: Readonly<Record<string, string>> = {
  addAdministrator: 'est maintenant administrateur',
  inviteAdministrator: 'est invité à devenir administrateur, pendant 7 jours',
  acceptInvitation: 'a accepté son invitation et est maintenant administrateur',
  withdrawInvitation: "n'est plus invité à devenir administrateur",
  deactivateAdministrator: "est désactivé : ses droits d'administrateur sont suspendus",
  reactivateAdministrator: 'est de nouveau administrateur',
  deleteAdministrator: "n'est plus administrateur",
};

const subscriptionComforts = [
  'Si vous avez déjà envoyé votre justificatif, il est vérifié sous 24 heures ouvrées : vous n’avez rien d’autre à faire.',
  "Vos livraisons en cours et leurs conversations continuent jusqu'au bout, avec ou sans abonnement.",
];

/** The words of every mail, one entry each; a mail without words does not compile. */
const words: { readonly [Name in MailName]: Words<Name> } = {
  confirmEmail: (_, to) => ({
    subject: 'Confirmez votre adresse email',
    paragraphs: [
      `Bienvenue sur ${brand.name} ! Confirmez votre adresse email pour pouvoir vous connecter.`,
      'Votre identité sera ensuite vérifiée sous 24 à 48 heures, une fois vos documents reçus.',
    ],
    action: { label: 'Confirmer mon adresse', url: links.confirm(to) },
    note: "Ce lien est valable 24 heures. Si vous n'avez pas créé de compte, ignorez ce message.",
  }),
  correctEmail: (_, to) => ({
    subject: 'Confirmez votre nouvelle adresse email',
    paragraphs: [
      `Vous avez indiqué cette adresse pour votre compte ${brand.name}, parce que nos emails n'arrivaient plus à la précédente.`,
      'Ouvrez ce lien et connectez-vous, si ce n’est pas déjà fait : vous vous connecterez ensuite avec cette adresse.',
    ],
    action: { label: 'Utiliser cette adresse', url: links.correctedEmail(to) },
    note: "Ce lien est valable 24 heures. Si vous n'avez rien demandé, ignorez ce message : sans le mot de passe du compte, ce lien ne sert à rien.",
    why: `Vous recevez ce message parce que quelqu'un a indiqué cette adresse pour son compte ${brand.name}.`,
  }),
  resetPassword: (_, to) => ({
    subject: 'Réinitialisez votre mot de passe',
    paragraphs: ['Vous avez demandé un nouveau mot de passe. Choisissez-le en suivant ce lien.'],
    action: { label: 'Choisir un nouveau mot de passe', url: links.reset(to) },
    note: "Ce lien est valable 24 heures et ne sert qu'une fois. Si vous n'avez rien demandé, ignorez ce message : votre mot de passe ne change pas.",
  }),
  passwordChanged: (_, to) => ({
    subject: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Le mot de passe de votre compte vient de changer, et toutes vos sessions ont été fermées.',
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe.",
    ],
    action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
  }),

  profileApproved: (_, to) => ({
    subject: 'Votre identité est vérifiée',
    paragraphs: ['Votre profil a été approuvé : vous pouvez publier des annonces, envoyer et transporter des colis.'],
    action: { label: `Ouvrir ${brand.name}`, url: links.home(to) },
  }),
  profileRejected: ({ reason }, to) => ({
    subject: "Votre identité n'a pas pu être vérifiée",
    paragraphs: [
      "Vos documents n'ont pas permis de vérifier votre identité.",
      `Motif : ${reason}`,
      'Envoyez de nouveaux documents pour demander une nouvelle vérification.',
    ],
    action: { label: 'Envoyer de nouveaux documents', url: links.documents(to) },
  }),
  nameApproved: ({ name }, to) => ({
    subject: 'Votre nouveau nom est accepté',
    paragraphs: [
      `Les autres membres vous voient maintenant sous le nom ${ofMember(name)}. Votre badge « vérifié » ne change pas.`,
    ],
    action: { label: 'Voir mon profil', url: links.profile(to) },
  }),
  nameRefused: ({ name, reason }, to) => ({
    subject: "Votre nouveau nom n'a pas été accepté",
    paragraphs: [
      `Le nom ${name} n'a pas été accepté. Votre profil reste vérifié, sous le nom que les autres membres connaissent.`,
      `Motif : ${reason}`,
      "Vous pouvez le proposer à nouveau, ou en proposer un autre, avec une photo de votre pièce d'identité.",
    ],
    action: { label: 'Ouvrir mon profil', url: links.profile(to) },
  }),
  profileBlocked: ({ reason }, to) => ({
    subject: 'Votre compte est bloqué',
    paragraphs: [
      'Votre compte a été bloqué. Vos annonces ne sont plus visibles et vous ne pouvez plus vous connecter.',
      `Motif : ${reason}`,
    ],
    action: { label: 'Nous contacter', url: links.contact(to) },
  }),
  deletionRequested,
  accountDeleted,
  profileUnblocked: (_, to) => ({
    subject: 'Votre compte est débloqué',
    paragraphs: ['Vous pouvez de nouveau vous connecter. Votre profil va être vérifié une nouvelle fois.'],
    action: { label: 'Se connecter', url: links.login(to) },
  }),

  parcelApproved: ({ title, isPaused }, to) => ({
    subject: `Votre colis « ${title} » est ${isPaused ? 'validé' : 'en ligne'}`,
    paragraphs: [
      isPaused
        ? `Votre annonce « ${title} » a été validée. Elle est en pause : reprenez-la pour que les transporteurs la voient.`
        : `Votre annonce « ${title} » a été validée. Elle est maintenant visible par les transporteurs.`,
    ],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  }),
  parcelRejected: ({ title, reason, wasListed }, to) => ({
    subject: `Votre colis « ${title} » ${wasListed ? "n'est plus en ligne" : "n'a pas été validé"}`,
    paragraphs: wasListed
      ? [`Notre équipe a retiré votre annonce « ${title} » de la recherche.`, `Motif : ${reason}`, comesBack]
      : [`Votre annonce « ${title} » n'a pas été acceptée.`, `Motif : ${reason}`],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  }),
  tripApproved: ({ route }, to) => ({
    subject: `Votre trajet ${route} est en ligne`,
    paragraphs: [`Votre trajet ${route} a été validé. Il est maintenant visible par les expéditeurs.`],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  }),
  tripRejected: ({ route, reason, wasListed }, to) => ({
    subject: `Votre trajet ${route} ${wasListed ? "n'est plus en ligne" : "n'a pas été validé"}`,
    paragraphs: wasListed
      ? [`Notre équipe a retiré votre trajet ${route} de la recherche.`, `Motif : ${reason}`, comesBack]
      : [`Votre trajet ${route} n'a pas été accepté.`, `Motif : ${reason}`],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  }),

  parcelDeleted: ({ title, reason }, to) => ({
    subject: `Votre colis « ${title} » a été supprimé`,
    paragraphs: [`Un administrateur a supprimé votre annonce « ${title} ».`, `Motif : ${reason}`],
    action: { label: 'Voir mes colis', url: links.myParcels(to) },
  }),
  tripDeleted: ({ route, reason }, to) => ({
    subject: `Votre trajet ${route} a été supprimé`,
    paragraphs: [
      `Un administrateur a supprimé votre trajet ${route}.`,
      `Motif : ${reason}`,
      'Vos accords sur ce trajet prennent fin, sauf pour les colis que vous avez déjà récupérés. Leurs expéditeurs sont prévenus.',
    ],
    action: { label: 'Voir mes trajets', url: links.myTrips(to) },
  }),

  reviewDeleted: ({ otherName, reason }) => ({
    subject: `Votre avis sur ${otherName} a été supprimé`,
    paragraphs: [`Un administrateur a supprimé votre avis sur ${otherName}.`, `Motif : ${reason}`],
  }),

  ...reportMails,

  ...deliveryMails,

  unreadMessages: ({ otherName, otherId, count, title, parcelId }, to) => ({
    subject: `${otherName} vous a écrit`,
    paragraphs: [
      `Vous avez ${count === '1' ? 'un message non lu' : `${count} messages non lus`} ${ofMember(otherName)}${title ? ` au sujet du colis « ${title} »` : ''}.`,
    ],
    action: { label: 'Ouvrir la conversation', url: links.conversation(to, otherId, parcelId) },
    note: "Nous ne vous écrirons plus au sujet de cette conversation tant que vous ne l'aurez pas lue.",
  }),

  bankChanged: ({ adminName, change, before, after }, to) => ({
    subject: `Compte bancaire ${bankChanges[change] ?? 'modifié'}`,
    paragraphs: [
      `${adminName} a changé les comptes bancaires affichés aux membres.`,
      ...(before ? [`Avant : ${before}`] : []),
      after ? `Maintenant : ${after}` : 'Maintenant : ce compte est supprimé.',
    ],
    action: { label: 'Voir les comptes affichés', url: links.paymentMethods(to) },
    note: "Vous recevez ce message parce que vous êtes administrateur. Si ce changement n'est pas attendu, prévenez tout de suite l'administrateur principal : les membres paient sur ces comptes.",
  }),
  administratorInvited: ({ email }, to) => ({
    subject: `Devenez administrateur ${of(brand.name)}`,
    paragraphs: [
      `L'administrateur principal ${of(brand.name)} vous invite à vérifier les profils et à valider les annonces avec lui.`,
      `Créez un compte avec l'adresse ${email} et confirmez-la par le lien que vous recevrez : vos droits d'administrateur s'ouvrent à ce moment.`,
    ],
    action: { label: 'Créer mon compte', url: links.register(to) },
    note: 'Cette invitation est valable 7 jours. Si elle ne vous concerne pas, ignorez ce message : sans votre confirmation, rien ne se passe.',
    why: `Vous recevez ce message car l'administrateur principal ${of(brand.name)} a invité cette adresse.`,
  }),
  administratorRights: ({ change }, to) => {
    const [subject, paragraph] = rightsWords[change] ?? [
      "Vos droits d'administrateur ont changé",
      "L'administrateur principal a changé vos droits d'administrateur.",
    ];
    return {
      subject,
      paragraphs: [paragraph],
      action:
        change === 'active'
          ? { label: 'Ouvrir le panel', url: links.admin(to) }
          : { label: 'Nous contacter', url: links.contact(to) },
    };
  },
  administratorsChanged: ({ email, change }, to) => ({
    subject: 'La liste des administrateurs a changé',
    paragraphs: [
      `${email} ${administratorChanges[change] ?? 'a changé de droits'}.`,
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe : toutes vos sessions seront fermées.",
    ],
    action: { label: 'Voir les administrateurs', url: links.administrators(to) },
  }),
  ...secondFactorMails,
  receiptApproved: ({ end, verified }, to) => ({
    subject: 'Votre abonnement est actif',
    paragraphs: [
      `Votre paiement a été validé : votre abonnement est actif jusqu'au ${end}. Merci !`,
      ...(verified ? ['Votre profil a été approuvé en même temps.'] : []),
    ],
    action: { label: 'Voir mon abonnement', url: links.paymentMethods(to) },
  }),
  receiptRejected: ({ reason }, to) => ({
    subject: "Votre justificatif de paiement n'a pas été accepté",
    paragraphs: [
      "Votre justificatif de paiement n'a pas permis de valider votre abonnement.",
      `Motif : ${reason}`,
      'Vous pouvez en envoyer un autre à tout moment.',
    ],
    action: { label: 'Envoyer un justificatif', url: links.paymentMethods(to) },
  }),
  subscriptionEnding: ({ end, left }, to) => ({
    subject: Number(left) < 0 ? 'Votre abonnement a expiré' : 'Votre abonnement se termine bientôt',
    paragraphs: [
      endSentence(end, Number(left)),
      `${needsSubscription}${Number(left) < 0 ? '' : ' Si vous renouvelez avant la fin, aucun jour ne se perd.'}`,
      ...subscriptionComforts,
    ],
    action: { label: 'Renouveler mon abonnement', url: links.paymentMethods(to) },
  }),
  subscriptionStarting: ({ day, left }, to) => ({
    subject: Number(left) > 0 ? `Un abonnement sera nécessaire à partir du ${day}` : 'Un abonnement est nécessaire',
    paragraphs: [
      `${startSentence(day, Number(left))} C'est le cas pour tous les membres.`,
      `L'abonnement coûte ${moneyText(yearlySubscription.price)} pour ${yearlySubscription.months} mois à partir de la validation de votre paiement, vérifié sous ${yearlySubscription.checkHours} heures ouvrées, du dimanche au jeudi.`,
      ...subscriptionComforts,
    ],
    action: { label: "Voir l'abonnement", url: links.paymentMethods(to) },
  }),

  ...archiveMails,
  ...alertMails,
  queuesLate,

  contactMessage: ({ name, email, topic, message, parcelNumber, reference }) => ({
    subject: `[${reference}] ${topic}`,
    paragraphs: [
      `${name} (${email}) a écrit depuis la page Contact.`,
      ...(parcelNumber ? [`Numéro de colis : ${parcelNumber}`] : []),
      message,
    ],
    note: `Référence ${reference}. Répondez à ce message pour écrire à ${email}.`,
  }),
};

const nameless: readonly MailName[] = ['confirmEmail', 'correctEmail'];

export const contentOf = <Name extends MailName>(name: Name, data: Mails[Name], to: Envelope) =>
  words[name](harmlessFacts(data), to);

export function compose<Name extends MailName>(name: Name, data: Mails[Name], to: Envelope): Rendered {
  const facts = harmlessFacts(data);
  const content = contentOf(name, data, to);
  const isNamed = !nameless.includes(name) && 'firstName' in facts;
  return render({
    ...content,
    paragraphs: [...content.paragraphs, ...decidedBy(facts)],
    appeal: appealOf(to),
    firstName: isNamed ? facts.firstName : undefined,
    ...(isAlwaysSent(name, facts) ? {} : { settingsUrl: links.settings(to) }),
    stopUrl: to.stopUrl,
  });
}
