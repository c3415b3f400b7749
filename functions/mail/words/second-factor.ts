import type { Mails } from '#functions/mail/mails.ts';
import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

const secondFactorBegun = (_: Mails['secondFactorBegun'], to: Envelope): MailContent => ({
  subject: 'Configuration de votre validation en deux étapes',
  paragraphs: [
    "La configuration d'une application d'authentification vient de commencer pour votre compte d'administrateur, après la saisie de votre mot de passe.",
    "Si ce n'était pas vous, choisissez tout de suite un nouveau mot de passe : toutes vos sessions seront fermées. Prévenez aussi l'administrateur principal.",
  ],
  action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
});

const secondFactorLocked = (_: Mails['secondFactorLocked'], to: Envelope): MailContent => ({
  subject: "Plusieurs codes incorrects sur votre compte d'administrateur",
  paragraphs: [
    "Cinq codes incorrects ont été saisis en moins de 15 minutes. Pour votre sécurité, aucun code n'est accepté pendant 15 minutes, pas même un code de secours. Une session déjà validée continue.",
    "Si ce n'était pas vous, quelqu'un est entré dans votre compte : choisissez tout de suite un nouveau mot de passe, toutes vos sessions seront fermées.",
  ],
  action: { label: 'Choisir un autre mot de passe', url: links.forgotten(to) },
});

const secondFactorReset = ({ by }: Mails['secondFactorReset'], to: Envelope): MailContent => ({
  subject: 'Votre validation en deux étapes a été réinitialisée',
  paragraphs: [
    `${by === 'operator' ? "L'exploitant du service" : "L'administrateur principal"} a réinitialisé votre validation en deux étapes : votre application d'authentification et vos codes de secours ne servent plus.`,
    'À votre prochaine visite du panel, vous la configurerez à nouveau, avec votre mot de passe.',
    "Si vous n'avez rien demandé, prévenez l'administrateur principal.",
  ],
  action: { label: 'Ouvrir le panel', url: links.admin(to) },
});

export const secondFactorMails = { secondFactorBegun, secondFactorLocked, secondFactorReset };
