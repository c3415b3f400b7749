import type { Mails } from '#functions/mail/mails.ts';
import { brand } from '#shared/values/brand.ts';
import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

export const deletionRequested = ({ day }: Mails['deletionRequested'], to: Envelope): MailContent => ({
  subject: 'Votre compte sera supprimé',
  paragraphs: [
    `Vous avez demandé la suppression de votre compte : il sera effacé le ${day}. D'ici là, votre profil et vos annonces ne sont plus visibles.`,
    'Vous changez d’avis ? Connectez-vous avant cette date et choisissez « Annuler la suppression » : vous retrouverez tout.',
  ],
  action: { label: 'Se connecter', url: links.login(to) },
  note: 'Ce n’est pas vous ? Connectez-vous, annulez la suppression et changez votre mot de passe.',
});

export const accountDeleted = ({ reason }: Mails['accountDeleted']): MailContent => ({
  subject: 'Votre compte est supprimé',
  paragraphs: [
    reason
      ? `Un administrateur a supprimé votre compte ${brand.name}.`
      : `Votre compte ${brand.name} est supprimé, comme vous l'avez demandé.`,
    ...(reason ? [`Motif : ${reason}`] : []),
    'Votre profil, vos annonces et vos fichiers sont effacés. Les membres à qui vous avez écrit gardent vos messages, sous le nom « Ancien membre ».',
    'Vos preuves de paiement, si vous en avez envoyé, sont conservées sans votre nom, dix ans au plus.',
  ],
  why: `Vous recevez ce message car un compte ${brand.name} existait à cette adresse.`,
});
