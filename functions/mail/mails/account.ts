import { brand } from '#shared/values/brand.ts';
import { ofMember } from '#shared/values/french.ts';
import { links } from '../links.ts';
import { always, type DecisionFacts, type MemberFacts, mailOnly, toProfile, toSettings } from '../mail.ts';

type ContactFacts = MemberFacts<'name' | 'email' | 'topic' | 'message' | 'parcelNumber' | 'reference'>;

export const accountMails = {
  /** Contains no name: a stranger to this mailbox may have signed up, and could send text through our mail. */
  confirmEmail: mailOnly((_: Readonly<Record<string, never>>, to) => ({
    subject: 'Confirmez votre adresse email',
    paragraphs: [
      `Bienvenue sur ${brand.name} ! Après ce clic, vous pourrez vous connecter.`,
      "Nous vérifions ensuite votre identité en 24 à 48 heures, dès que vous avez envoyé votre pièce d'identité et votre photo.",
    ],
    action: { label: 'Confirmer mon adresse', url: links.confirm(to) },
    note: "Ce lien est valable 24 heures. Si vous n'avez pas créé de compte, ignorez ce message.",
    why: `Vous recevez ce message parce que quelqu'un s'est inscrit sur ${brand.name} avec cette adresse.`,
  })),
  /** Contains no name, as above. */
  correctEmail: mailOnly((_: { email: string }, to) => ({
    subject: 'Confirmez votre nouvelle adresse email',
    paragraphs: [
      `Vous avez indiqué cette adresse pour votre compte ${brand.name}, parce que nos emails n'arrivaient plus à la précédente.`,
      "Ouvrez ce lien et connectez-vous, si ce n'est pas déjà fait : vous vous connecterez ensuite avec cette adresse.",
    ],
    action: { label: 'Utiliser cette adresse', url: links.correctedEmail(to) },
    note: "Ce lien est valable 24 heures. Si vous n'avez rien demandé, ignorez ce message : sans le mot de passe du compte, ce lien ne sert à rien.",
    why: `Vous recevez ce message parce que quelqu'un a indiqué cette adresse pour son compte ${brand.name}.`,
  })),
  resetPassword: mailOnly((_: MemberFacts, to) => ({
    subject: 'Réinitialisez votre mot de passe',
    paragraphs: ['Vous avez demandé un nouveau mot de passe. Choisissez-le en suivant ce lien.'],
    action: { label: 'Choisir un nouveau mot de passe', url: links.reset(to) },
    note: "Ce lien est valable 24 heures et ne sert qu'une fois. Si vous n'avez rien demandé, ignorez ce message : votre mot de passe ne change pas.",
  })),
  passwordChanged: toSettings((_: MemberFacts, to) => ({
    subject: 'Votre mot de passe a été modifié',
    paragraphs: [
      'Toutes vos sessions ont été fermées : reconnectez-vous avec le nouveau.',
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe.",
    ],
    action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
  })),
  profileApproved: toProfile((_: MemberFacts, to) => ({
    subject: 'Votre identité est vérifiée',
    paragraphs: ['Vous pouvez maintenant publier des annonces, envoyer et transporter des colis.'],
    action: { label: `Ouvrir ${brand.name}`, url: links.home(to) },
  })),
  termsChanging: toSettings(({ day, what }: MemberFacts<'day' | 'what'>, to) => ({
    subject: `Nos conditions changent le ${day}`,
    paragraphs: [
      `À partir du ${day}, de nouvelles conditions générales remplacent celles que vous avez acceptées. ${what}`,
      "Si vous êtes d'accord, vous n'avez rien à faire. Sinon, vous pouvez supprimer votre compte avant ce jour, dans les paramètres de votre profil.",
    ],
    action: { label: 'Lire les conditions', url: links.terms(to) },
  })),
  profileRejected: toProfile(({ reason }: MemberFacts<'reason'> & DecisionFacts, to) => ({
    subject: "Refusées : votre pièce d'identité et votre photo",
    paragraphs: [`Motif : ${reason}`, 'Envoyez-les à nouveau : nous recommençons la vérification en 24 à 48 heures.'],
    action: { label: 'Les envoyer à nouveau', url: links.documents(to) },
  })),
  nameApproved: always(({ name }: MemberFacts<'name'>, to) => ({
    subject: 'Votre nouveau nom est accepté',
    paragraphs: [
      `Les autres membres vous voient maintenant sous le nom ${ofMember(name)}. Votre badge « vérifié » ne change pas.`,
    ],
    action: { label: 'Voir mon profil', url: links.profile(to) },
  })),
  nameRefused: always(({ name, reason }: MemberFacts<'name' | 'reason'> & DecisionFacts, to) => ({
    subject: `Refusé : votre nouveau nom, ${name}`,
    paragraphs: [
      `Motif : ${reason}`,
      'Votre profil reste vérifié, sous le nom que les autres membres connaissent.',
      "Vous pouvez le proposer à nouveau, ou en proposer un autre, avec une photo de votre pièce d'identité.",
    ],
    action: { label: 'Ouvrir mon profil', url: links.profile(to) },
  })),
  profileBlocked: mailOnly(({ reason }: MemberFacts<'reason'> & DecisionFacts, to) => ({
    subject: 'Votre compte est bloqué',
    paragraphs: [`Motif : ${reason}`, 'Vos annonces ne sont plus visibles et vous ne pouvez plus vous connecter.'],
    action: { label: 'Nous contacter', url: links.contact(to) },
  })),
  profileUnblocked: toProfile((_: MemberFacts, to) => ({
    subject: 'Votre compte est débloqué',
    paragraphs: [
      'Vous pouvez de nouveau vous connecter. Votre profil va être vérifié une nouvelle fois.',
      "S'il y manque votre pièce d'identité ou votre photo, envoyez-les : nous ne pouvons pas le vérifier sans elles.",
    ],
    action: { label: 'Ouvrir mon profil', url: links.profile(to) },
  })),
  /** `day` is the day of the deletion, in words. */
  deletionRequested: mailOnly(({ day }: MemberFacts<'day'>, to) => ({
    subject: 'Votre compte sera supprimé',
    paragraphs: [
      `Vous l'avez demandé : tout sera effacé le ${day}. D'ici là, votre profil et vos annonces ne sont plus visibles.`,
      "Vous changez d'avis ? Connectez-vous avant cette date et choisissez « Annuler la suppression » : vous retrouverez tout.",
    ],
    action: { label: 'Se connecter', url: links.login(to) },
    note: "Ce n'est pas vous ? Connectez-vous, annulez la suppression et changez votre mot de passe.",
  })),
  /** `reason` is empty if the member asked for it. */
  accountDeleted: mailOnly(({ reason }: MemberFacts<'email' | 'reason'> & Partial<DecisionFacts>) => ({
    subject: 'Votre compte est supprimé',
    paragraphs: [
      reason ? `Motif : ${reason}` : `Vous aviez demandé à quitter ${brand.name} : c'est fait.`,
      'Votre profil, vos annonces et vos fichiers sont effacés. Les membres à qui vous avez écrit gardent vos messages, sous le nom « Ancien membre ».',
      'Vos preuves de paiement, si vous en avez envoyé, sont conservées sans votre nom, dix ans au plus.',
    ],
    why: `Vous recevez ce message car un compte ${brand.name} existait à cette adresse.`,
  })),
  /** The sender makes the token of its link. */
  archiveReady: toSettings((_: MemberFacts, to) => ({
    subject: 'Vos données sont prêtes',
    paragraphs: [
      "Connectez-vous pour télécharger l'archive que vous avez demandée.",
      "Si vous ne l'avez pas demandée, quelqu'un a ouvert votre compte : choisissez tout de suite un nouveau mot de passe, toutes vos sessions seront fermées.",
    ],
    action: { label: 'Télécharger mes données', url: links.archive(to) },
    note: "Ce lien est valable une heure. L'archive est effacée au bout d'un jour ou deux ; vous pourrez en demander une autre.",
  })),
  archiveFailed: toSettings((_: MemberFacts, to) => ({
    subject: "Échec : l'archive de vos données",
    paragraphs: [
      "Nous n'avons pas pu la préparer, malgré plusieurs essais, et nous en sommes prévenus.",
      'Demandez-la à nouveau demain, ou écrivez-nous : nous vous répondrons dans le mois.',
    ],
    action: { label: 'Nous écrire', url: links.contact(to) },
  })),
  contactMessage: mailOnly(({ name, email, topic, message, parcelNumber, reference }: ContactFacts) => ({
    subject: `[${reference}] ${topic}`,
    paragraphs: [
      `${name} (${email}) a écrit depuis la page Contact.`,
      ...(parcelNumber ? [`Numéro de colis : ${parcelNumber}`] : []),
      message,
    ],
    note: `Référence ${reference}. Répondez à ce message pour écrire à ${email}.`,
  })),
};
