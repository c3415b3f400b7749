import { contestLabel } from '#shared/reports/words.ts';
import { termText } from '#shared/site/terms.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { type MailWords, type Rendered, render } from './layout.ts';
import { type Envelope, links } from './links.ts';
import type { DecisionFacts, Facts } from './mail.ts';
import { administratorMails } from './mails/administrators.ts';
import { isAlwaysSent, type MailName, mails } from './mails.ts';

/** Facts with several lines; all others are part of a sentence or a subject. */
const severalLines = new Set(['reason', 'decision', 'message']);

/** Control characters and direction marks. */
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/**
 * Mail programs make links of text that looks like an address. A zero-width space inside prevents that invisibly.
 * Times, amounts and days (« 10:30 », « 12.50 », « 12/12 ») are never links and stay whole. Forms remove the mark from
 * text copied from a mail (rule 199).
 */
const withoutLinks = (text: string) =>
  text.replaceAll(/(\d[.:/](?=\d))|[.:/@\\](?=\S)/g, (sign, figures?: string) => figures ?? `${sign}\u200b`);

/** A member's text, safe for our mails: no link, no extra line, no change of direction. */
function harmless(name: string, text: string): string {
  const plain = severalLines.has(name)
    ? text.split('\n').map((part) => part.replaceAll(unseen, ''))
    : [text.replaceAll(/\s+/g, ' ').replaceAll(unseen, '')];
  return isolated(withoutLinks(plain.join('\n')));
}

/** Ids and the path of a search become parts of our own links and are escaped; an e-mail address was validated. */
const isChecked = (name: string) => name.endsWith('Id') || name === 'search' || name === 'email';

const harmlessFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, text]) => [name, isChecked(name) ? text : harmless(name, String(text))]),
  );

const causes: Readonly<Record<string, string>> = {
  report: 'après un signalement',
  check: "lors d'un contrôle",
  objection: 'après une contestation',
} satisfies Record<DecisionFacts['origin'], string>;

/** The sentences about the rule, the decider and the duration of a restriction (rule 179). */
function decidedBy({ origin, outcome, isObjection, isProblem, termId = '' }: Facts): string[] {
  if (origin === undefined) return [];
  if (isObjection)
    return [
      outcome === 'acted'
        ? "Une personne de notre équipe a relu cette décision, et nous n'y donnons plus suite."
        : 'Une personne de notre équipe a relu cette décision : elle reste valable.',
    ];
  const term = termText(termId);
  return [
    ...(term ? [`Règle appliquée : conditions générales, ${term}.`] : []),
    `Une personne de notre équipe a pris cette décision, ${causes[origin]}.${isProblem ? '' : ' Elle est sans limite de durée.'}`,
  ];
}

/** The way to object, where the sender has made its link. */
const appealOf = (to: Envelope, { isObjection }: Facts): MailWords['second'] =>
  to.objection === undefined
    ? undefined
    : {
        sentence:
          "Vous n'êtes pas d'accord ? Vous pouvez la contester gratuitement pendant six mois, ou saisir la justice.",
        label: contestLabel(Boolean(isObjection)),
        url: links.objection(to),
      };

/** The mailbox of the first two may belong to a stranger. The root administrator's first name is that of the role. */
const isNameless = (name: MailName) =>
  ['confirmEmail', 'correctEmail', 'dangerReported', 'dangersWaiting'].includes(name) || name in administratorMails;

export const wordsOf = (name: MailName, facts: Facts, to: Envelope): MailWords =>
  mails[name].words(harmlessFacts(facts), to);

export function compose(name: MailName, data: Facts, to: Envelope): Rendered {
  const facts = harmlessFacts(data);
  const words = mails[name].words(facts, to);
  return render({
    ...words,
    paragraphs: [...words.paragraphs, ...decidedBy(facts)],
    second: appealOf(to, facts) ?? words.second,
    firstName: isNameless(name) ? undefined : facts['firstName'],
    ...(isAlwaysSent(name, facts) ? {} : { settingsUrl: links.settings(to) }),
    stopUrl: to.stopUrl,
  });
}
