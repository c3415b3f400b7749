import { type Queue, queueNames, queues } from '#shared/admin/queues.ts';
import { brand } from '#shared/values/brand.ts';
import { of } from '#shared/values/french.ts';
import { links } from '../links.ts';
import { aboutAccount, always, type MemberFacts, mailOnly, toProfile, toSettings } from '../mail.ts';

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
    "Suspendus : vos droits d'administrateur",
    "L'administrateur principal l'a décidé, et toutes vos sessions ont été fermées. Votre compte de membre reste ouvert : vous pouvez vous reconnecter.",
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

const administratorWhy = 'Vous recevez ce message car vous êtes administrateur';

type Late = Queue | 'refund';

type BankFacts = MemberFacts<'adminName' | 'otherId' | 'change' | 'before' | 'after'>;

export const administratorMails = {
  /** The missing side of an added or deleted account is empty. */
  bankChanged: always(({ adminName, change, before, after }: BankFacts, to) => ({
    subject: `Compte bancaire ${bankChanges[change] ?? 'modifié'}`,
    paragraphs: [
      `${adminName} a changé les comptes bancaires affichés aux membres.`,
      ...(before ? [`Avant : ${before}`] : []),
      after ? `Maintenant : ${after}` : 'Maintenant : ce compte est supprimé.',
    ],
    action: { label: 'Voir les comptes affichés', url: links.paymentMethods(to) },
    note: "Si ce changement n'est pas attendu, prévenez tout de suite l'administrateur principal : les membres paient sur ces comptes.",
    why: `${administratorWhy}.`,
  })),
  /** Contains no name, because the address may be a stranger’s. */
  administratorInvited: mailOnly(({ email }: { email: string }, to) => ({
    subject: `Devenez administrateur ${of(brand.name)}`,
    paragraphs: [
      `L'administrateur principal ${of(brand.name)} vous invite à vérifier les profils et à valider les annonces avec lui.`,
      `Créez un compte avec l'adresse ${email} et confirmez-la par le lien que vous recevrez : vos droits d'administrateur s'ouvrent à ce moment.`,
    ],
    action: { label: 'Créer mon compte', url: links.register(to) },
    note: 'Cette invitation est valable 7 jours. Si elle ne vous concerne pas, ignorez ce message : sans votre confirmation, rien ne se passe.',
    why: `Vous recevez ce message car l'administrateur principal ${of(brand.name)} a invité cette adresse.`,
  })),
  /** `change` is `active`, `inactive` or `deleted`. */
  administratorRights: toProfile(({ change }: MemberFacts<'change'>, to) => {
    const [subject, paragraph] = rightsWords[change] ?? [
      "Vos droits d'administrateur ont changé",
      "L'administrateur principal a changé vos droits d'administrateur.",
    ];
    return {
      subject,
      paragraphs: [paragraph],
      action:
        change === 'active'
          ? { label: "Ouvrir l'administration", url: links.admin(to) }
          : { label: 'Nous contacter', url: links.contact(to) },
    };
  }),
  /** `change` is the act of the log. */
  administratorsChanged: always(({ email, change }: MemberFacts<'email' | 'otherId' | 'change'>, to) => ({
    subject: 'La liste des administrateurs a changé',
    paragraphs: [
      `${email} ${administratorChanges[change] ?? 'a changé de droits'}.`,
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe : toutes vos sessions seront fermées.",
    ],
    action: { label: 'Voir les administrateurs', url: links.administrators(to) },
  })),
  secondFactorBegun: toSettings((_: MemberFacts, to) => ({
    subject: 'Configuration commencée : votre validation en deux étapes',
    paragraphs: [
      "Quelqu'un a saisi votre mot de passe et ajoute une application d'authentification à votre compte d'administrateur.",
      "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe : toutes vos sessions seront fermées. Prévenez aussi l'administrateur principal.",
    ],
    action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
  })),
  secondFactorLocked: toSettings((_: MemberFacts, to) => ({
    subject: "Plusieurs codes incorrects sur votre compte d'administrateur",
    paragraphs: [
      "Cinq codes incorrects ont été saisis en moins de 15 minutes. Pour votre sécurité, aucun code n'est accepté pendant 15 minutes, pas même un code de secours. Une session déjà validée continue.",
      "Si ce n'était pas vous, quelqu'un est entré dans votre compte : choisissez tout de suite un nouveau mot de passe, toutes vos sessions seront fermées.",
    ],
    action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
  })),
  /** `by` is `rootAdmin` or `operator`. */
  secondFactorReset: always(({ by }: MemberFacts<'by'>, to) => ({
    subject: 'Réinitialisée : votre validation en deux étapes',
    paragraphs: [
      `${by === 'operator' ? "L'exploitant du service" : "L'administrateur principal"} l'a décidé : votre application d'authentification et vos codes de secours ne servent plus.`,
      "À votre prochaine visite de l'administration, vous la configurerez à nouveau, avec votre mot de passe.",
      "Si vous n'avez rien demandé, prévenez l'administrateur principal.",
    ],
    action: { label: "Ouvrir l'administration", url: links.admin(to) },
  })),
  /** `count` is the total. That of a queue is empty if nothing is late, its age the wait of its first item in words. */
  queuesLate: aboutAccount((facts: MemberFacts<'count'> & Record<`${Late}Count` | `${Late}Age`, string>, to) => ({
    subject:
      facts.count === '1' ? 'Une demande attend trop longtemps' : `${facts.count} demandes attendent trop longtemps`,
    paragraphs: [
      'Ces membres attendent votre décision :',
      ...queueNames
        // A row of an earlier release has no figure of a newer queue.
        .filter((queue) => facts[`${queue}Count`])
        .map((queue) => {
          const age = facts[`${queue}Age`];
          return `${queues[queue].label} : ${facts[`${queue}Count`]} en retard, le plus ancien attend depuis ${age} (${queues[queue].promise}).`;
        }),
      ...(facts.refundCount
        ? [
            `Remboursements : ${facts.refundCount} à faire, le plus ancien attend depuis ${facts.refundAge} (la loi donne 14 jours).`,
          ]
        : []),
    ],
    action: { label: "Ouvrir l'administration", url: links.admin(to) },
    why: `${administratorWhy} : une fois par jour au plus, tant qu'une demande attend trop longtemps.`,
  })),
};
