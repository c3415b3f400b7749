import type { DecisionFacts } from '#functions/mail/mails.ts';
import type { MailContent } from '../layout.ts';
import { type Envelope, links } from '../links.ts';

const causes: Readonly<Record<DecisionFacts['origin'], string>> = {
  report: 'après un signalement',
  check: "lors d'un contrôle",
};

/** The sentences about the decider and the duration of a restriction (rule 179). */
export function decidedBy(facts: object): string[] {
  const { origin } = facts as Partial<DecisionFacts>;
  if (origin === undefined) return [];
  return [
    `Une personne de notre équipe a pris cette décision, ${causes[origin]}. Elle vaut jusqu'à une nouvelle décision de notre part.`,
  ];
}

/** The way to object, where the sender has made its link. */
export const appealOf = (to: Envelope): MailContent['appeal'] =>
  to.objection === undefined
    ? undefined
    : {
        sentence: "Vous n'êtes pas d'accord ? Vous pouvez la contester pendant six mois.",
        label: 'Contester cette décision',
        url: links.objection(to),
      };
