import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

type Words = (data: { firstName: string }, to: Envelope) => Omit<MailContent, 'firstName' | 'settingsUrl'>;

export const archiveMails = {
  archiveReady: (_, to) => ({
    subject: 'Vos données sont prêtes',
    paragraphs: [
      "L'archive de vos données, que vous avez demandée, est prête. Connectez-vous pour la télécharger.",
      "Si vous ne l'avez pas demandée, quelqu'un a ouvert votre compte : choisissez tout de suite un nouveau mot de passe, toutes vos sessions seront fermées.",
    ],
    action: { label: 'Télécharger mes données', url: links.archive(to) },
    note: "Ce lien est valable une heure. L'archive est effacée au bout d'un jour ou deux ; vous pourrez en demander une autre.",
  }),
  archiveFailed: (_, to) => ({
    subject: "Vos données n'ont pas pu être préparées",
    paragraphs: [
      "L'archive de vos données n'a pas pu être préparée, malgré plusieurs essais. Nous en sommes prévenus.",
      'Demandez-la à nouveau demain, ou écrivez-nous : nous vous répondrons dans le mois.',
    ],
    action: { label: 'Nous écrire', url: links.contact(to) },
  }),
} satisfies Record<string, Words>;
