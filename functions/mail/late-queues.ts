import type { Mails } from '#functions/mail/outbox.ts';
import { promises, Queue } from '#shared/admin/queues.ts';
import type { MailContent } from './layout.ts';
import { type Envelope, links } from './links.ts';

const names: Readonly<Record<Queue, string>> = {
  profile: 'Profils',
  trip: 'Trajets',
  parcel: 'Colis',
  receipt: 'Paiements',
};

/** Late items, one line for each queue. */
export const queuesLate = (facts: Mails['queuesLate'], to: Envelope): MailContent => ({
  subject:
    facts.count === '1' ? 'Une demande attend trop longtemps' : `${facts.count} demandes attendent trop longtemps`,
  paragraphs: [
    'Des membres attendent votre décision depuis plus longtemps que promis.',
    ...Queue.options
      .filter((queue) => facts[`${queue}Count`] !== '')
      .map((queue) => {
        const age = facts[`${queue}Age`];
        return `${names[queue]} : ${facts[`${queue}Count`]} en retard, le plus ancien attend depuis ${age} (${promises[queue].text}).`;
      }),
  ],
  action: { label: 'Ouvrir le panel', url: links.admin(to) },
  note: "Vous recevez ce message parce que vous êtes administrateur : une fois par jour au plus, tant qu'une demande attend trop longtemps.",
});
