import type { Ends } from '../deliveries/words.ts';
import { calledName } from '../messaging/words.ts';
import { isolated } from '../values/typed/characters.ts';
import type { ActName, Situation } from './contract.ts';
import { labelOf } from './label-words.ts';
import { endsByArrival } from './open-problem.ts';
import { stillOpen, unconfirmed } from './problem-words.ts';
import type { Part, Sentence } from './sentence.ts';
import { type Named, nameIn } from './words.ts';

/** The question before an act, with its consequences: the same on every page that offers it. */
export interface Question {
  readonly title: string;
  readonly confirm: string;
  readonly paragraphs: readonly Sentence[];
  readonly isDestructive?: boolean;
  /** Absent for an act without a reason. */
  readonly reason?: { readonly hint?: string | undefined; readonly isOptional: boolean };
}

export interface About {
  readonly situation: Situation;
  readonly title: string;
  readonly other: Named | undefined;
  readonly ends?: Ends | undefined;
}

export interface Asked extends About {
  readonly who: Part;
  readonly parcel: Sentence;
  readonly confirm: string;
  readonly reader: string | undefined;
  /** Words about what the other one learns or may do: none of a member who is not there. */
  readonly told: (...words: Sentence) => Sentence;
}

export const askedOf = (act: ActName, about: About): Asked => {
  const { situation, title, other } = about;
  const isGone = other?.unavailable === true;
  return {
    ...about,
    who: nameIn(other),
    parcel: ['« ', { typed: title }, ' »'],
    confirm: labelOf(act, situation),
    reader: isGone ? undefined : `${other ? isolated(calledName(other)) : "L'autre membre"} lira ce motif.`,
    told: (...words) => (isGone ? [] : words),
  };
};

/** The pickup drops an open change (rule 130). */
const dropsChange: Sentence = [
  "Un changement de l'accord attend une réponse : il sera abandonné, et l'accord actuel reste valable.",
];

/** The effect of an end on an open problem (rule 170); without one it can still be reported. */
export function afterArrival({ problem }: Situation): Sentence[] {
  if (!problem) return [['Un problème se signale encore pendant 14 jours.']];
  return [[endsByArrival(problem) ? 'Le problème signalé est alors résolu.' : stillOpen(problem.kind)]];
}

/** Questions of a hand-over: its page loads them alone, at a door with a slow network. */
export const handoverQuestions = {
  declare: ({ who, parcel, confirm, situation, told }: Asked) => ({
    title: situation.stage === 'returning' ? 'Vous avez rendu le colis ?' : `${confirm} ?`,
    confirm,
    paragraphs:
      situation.stage === 'returning'
        ? [
            ['Vous avez rendu ', ...parcel, ' à ', who, ...told(', que nous prévenons'), '.'],
            [
              situation.problem
                ? unconfirmed
                : 'Sans réponse de sa part, le retour sera confirmé trois jours après votre déclaration.',
            ],
          ]
        : [
            [
              ...told(who, ' pourra confirmer. '),
              `${situation.problem ? unconfirmed : 'Sans réponse, la livraison sera confirmée trois jours après votre déclaration.'}`,
            ],
          ],
  }),
  validatePickup: ({ who, confirm, situation, told }: Asked) => ({
    title: confirm,
    confirm,
    paragraphs: [
      ['Le colis est alors en transit', ...told(' : nous prévenons ', who, ", qui ne pourra plus l'annuler"), '.'],
      ...(situation.offer?.isChange ? [dropsChange] : []),
    ],
  }),
  validateDelivery: ({ who, parcel, confirm, situation, told }: Asked) => ({
    title: confirm,
    confirm,
    paragraphs: [
      ['La livraison de ', ...parcel, ' est alors terminée', ...told(' : nous prévenons ', who), '.'],
      // A photo alone settles nothing (rule 170).
      ...(situation.problem
        ? situation.codeAsked
          ? afterArrival(situation)
          : [[stillOpen(situation.problem.kind)]]
        : []),
    ],
  }),
} satisfies Partial<Record<ActName, (asked: Asked) => Question>>;

export const handoverQuestionOf = (act: keyof typeof handoverQuestions, about: About): Question =>
  handoverQuestions[act](askedOf(act, about));
