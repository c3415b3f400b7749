import type { Mails } from '#functions/mail/mails.ts';
import { queueNames, queues } from '#shared/admin/queues.ts';
import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

export const queuesLate = (facts: Mails['queuesLate'], to: Envelope): MailContent => ({
  subject:
    facts.count === '1' ? 'Une demande attend trop longtemps' : `${facts.count} demandes attendent trop longtemps`,
  paragraphs: [
    'Des membres attendent votre décision depuis plus longtemps que promis.',
    ...queueNames
      // A row of an earlier release has no figure of a newer queue.
      .filter((queue) => facts[`${queue}Count`])
      .map((queue) => {
        const age = facts[`${queue}Age`];
        return `${queues[queue].label} : ${facts[`${queue}Count`]} en retard, le plus ancien attend depuis ${age} (${queues[queue].promise}).`;
      }),
  ],
  action: { label: 'Ouvrir le panel', url: links.admin(to) },
  note: "Vous recevez ce message parce que vous êtes administrateur : une fois par jour au plus, tant qu'une demande attend trop longtemps.",
});
