import { insteadOf } from '../deliveries/offer-words.ts';
import { type Ends, namedTripText, tripChange, tripRemark } from '../deliveries/words.ts';
import { calledName } from '../messaging/words.ts';
import { unseenWords } from '../parcels/status-words.ts';
import { weightText } from '../parcels/words.ts';
import type { Card } from '../values/fields.ts';
import { ofMember, stopAfter } from '../values/french.ts';
import { moneyText, priceToAgree } from '../values/money.ts';
import { algiersMoment } from '../values/time.ts';
import { isolated } from '../values/typed/characters.ts';
import {
  hasAct,
  type Obstacle,
  type OpenOffers,
  type Situation,
  type Stage,
  type Standing,
  standingOf,
} from './contract.ts';
import { labelOf } from './label-words.ts';
import { isDenied } from './open-problem.ts';
import { deniedOf, problemSentence, unconfirmed } from './problem-words.ts';
import type { Part, Sentence } from './sentence.ts';
import { afterTheDay } from './silence-words.ts';
import { isEndingIn, isFound, isHalf, isWithAnother, stepLabels } from './stages.ts';
import { stuckSentence, tripWhy } from './stuck-words.ts';

/** A sentence that leaves the screen. */
export const plainText = (sentence: Sentence): string =>
  sentence
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('moment' in part) return algiersMoment(part.moment);
      return isolated('name' in part ? part.name : part.typed);
    })
    .join('');

/** A traveller becomes the carrier once both have said yes; a parcel that its owner cancelled was never on its way. */
export const carrierWord = ({ stage, settledAt }: Pick<Situation, 'stage' | 'settledAt'>): string =>
  isHalf(stage) || (stage === 'cancelled' && !settledAt) ? 'Voyageur' : 'Transporteur';

/** The badge of each stage (product 2.4). */
export const stageLabels: Readonly<Record<Stage, string>> = {
  review: 'En attente de validation (24 à 48 h)',
  contentsRefused: 'Liste à corriger',
  refused: 'Refusé',
  paused: 'En attente (en pause)',
  overdue: 'Date limite passée',
  listed: 'Actif',
  offered: 'Propositions en cours',
  proposed: 'Un voyageur se propose',
  chosen: 'Transporteur choisi',
  agreed: 'À récupérer',
  collected: 'En transit',
  delivering: 'En cours de livraison',
  deliveryDeclared: 'Livraison à confirmer',
  delivered: 'Livré',
  returning: 'À retourner',
  returnDeclared: 'Retour à confirmer',
  returned: 'Rendu',
  lost: 'Perdu',
  seized: 'Saisi par la douane',
  undecided: 'Décision annulée',
  cancelled: 'Annulé',
  unavailable: 'Plus disponible',
};

export const standingLabels: Readonly<Record<Standing, string>> = { ...stageLabels, problem: 'Problème signalé' };

/** The state beneath a problem. */
export const stateLabel = (of: Pick<Situation, 'stage'> & Parameters<typeof isDenied>[0]): string =>
  isDenied(of) ? deniedOf(of.stage).label : stageLabels[of.stage];

/** The badge of a delivery. */
export const badgeOf = (of: Parameters<typeof standingOf>[0]): string => standingLabels[standingOf(of)];

/** The number of reached steps: the last one is the current one, until all are. */
export const stepsReached: Readonly<Partial<Record<Stage, number>>> = {
  listed: 0,
  offered: 0,
  proposed: 0,
  chosen: 0,
  agreed: 1,
  collected: 3,
  delivering: 4,
  deliveryDeclared: 4,
  delivered: 5,
};

/** « Étape 3 sur 5 : En transit ». At the end it counts none, because some deliveries leave a step out. */
export function stepText(reached: number): string {
  const labels = Object.values(stepLabels);
  const label = labels[reached - 1];
  if (reached === labels.length) return `Toutes les étapes franchies : ${label}`;
  return label ? `Étape ${reached} sur ${labels.length} : ${label}` : `Aucune étape franchie sur ${labels.length}`;
}

export const sectionLabels = { todo: 'À faire', going: 'En cours', over: 'Terminés' } as const;

export type Named = Pick<Card, 'firstName'> & Partial<Pick<Card, 'lastName' | 'unavailable'>>;

/** The people whom sentences name: the other member here, and the other participant of the delivery. */
export interface People {
  readonly other?: Named | undefined;
  readonly partner?: Named | undefined;
  readonly ends?: Ends | undefined;
}

export const nameIn = (member: Named | undefined): Part => (member ? { name: calledName(member) } : "L'autre membre");
const ofName = (member: Named | undefined): Sentence => {
  if (!member) return ["de l'autre membre"];
  const [, elision = ''] = /^(d'|de )/.exec(ofMember(calledName(member))) ?? [];
  return [elision, { name: calledName(member) }];
};
const until = (situation: Situation): Sentence => (situation.until ? [" jusqu'au ", { moment: situation.until }] : []);

/** The one sentence of a parcel, the same in every place: the next step and who takes it, or the outcome. */
export const sentenceOf = (situation: Situation, people: People = {}): Sentence => [
  ...stepSentence(situation, people),
  ...afterTheDay(situation, nameIn(people.partner)),
];

function stepSentence(situation: Situation, people: People): Sentence {
  const { stage, obstacle, waitsFor, problem } = situation;
  const ofStage = () =>
    (situation.isOwner ? ownerSentences : travellerSentences)[stage]({ situation, people, waitsFor });
  if (problem) {
    const told = [...problemSentence(situation, problem, nameIn(people.partner))];
    if (isDenied(situation)) return [...told, ` ${deniedOf(stage).sentence}`];
    return isEndingIn(stage) || (stage === 'delivering' && problem.startedAt) ? [...told, ' ', ...ofStage()] : told;
  }
  if (obstacle) {
    const told = obstacleSentence(situation, obstacle, people);
    if (told) return told;
  }
  if (situation.offer) return offerSentence(situation, people);
  if (situation.isOwner && situation.offers && stage !== 'proposed') {
    const stuck = people.other || !isFound(situation) ? [] : stuckSentence(situation.offers);
    const told = [...offersSentence(situation, people), ...stuck];
    if (told.length > 0) return told;
  }
  return ofStage();
}

interface Told {
  readonly situation: Situation;
  readonly people: People;
  readonly waitsFor: Situation['waitsFor'];
}
type Sentences = Readonly<Record<Stage, (told: Told) => Sentence>>;

const lapsed = 'La proposition a expiré sans réponse.';

const ownerSentences: Sentences = {
  review: () => ['Notre équipe valide votre annonce (24 à 48 h).'],
  contentsRefused: ({ situation: { contentsRefused } }) => [
    contentsRefused ? nameIn(contentsRefused.by) : 'Le voyageur',
    " n'a pas pris le colis",
    ...(contentsRefused?.reason
      ? [' : « ', { typed: contentsRefused.reason }, ` »${stopAfter(contentsRefused.reason)}`]
      : ['.']),
    ' Corrigez la liste, notre équipe la regarde ensuite.',
  ],
  refused: () => ['Corrigez votre annonce et renvoyez-la.'],
  paused: () => ['Reprenez votre annonce quand vous voulez.'],
  overdue: () => ['La date limite est passée : publiez de nouveau avec une autre date.'],
  listed: () => ["Écrivez à un voyageur, ou attendez qu'on vous propose de le livrer."],
  offered: (told) => ownerSentences.listed(told),
  proposed: ({ situation, people: { partner, other } }) =>
    situation.lapsed
      ? [lapsed]
      : [
          nameIn(partner),
          ' propose de le transporter',
          ...(other && isWithAnother(situation)
            ? ['. Si vous choisissez ', nameIn(other), ', sa proposition prend fin.']
            : [' : choisissez ce transporteur, ou refusez', ...until(situation), '.']),
        ],
  chosen: ({ situation, people }) =>
    situation.lapsed ? [lapsed] : [nameIn(people.partner), ...deadlineTo(situation, 'accepter')],
  agreed: ({ people }) => ['Donnez le colis à ', nameIn(people.partner), ', qui le photographie.'],
  collected: ({ people }) => [nameIn(people.partner), ' transporte votre colis.'],
  delivering: ({ situation, people }) => [
    nameIn(people.partner),
    ' va livrer votre colis.',
    ...(situation.codeSpent ? [' Le code ne sert plus : confirmez la livraison quand elle est déclarée.'] : []),
  ],
  deliveryDeclared: ({ situation, people: { partner } }) => [
    nameIn(partner),
    ' dit avoir livré votre colis.',
    ...withoutAnswer(situation, 'la livraison sera confirmée'),
  ],
  delivered: () => ['Votre colis est livré.'],
  returning: ({ people }) => [nameIn(people.partner), " vous rapporte le colis : confirmez dès que vous l'avez."],
  returnDeclared: ({ situation, people: { partner } }) => [
    nameIn(partner),
    ' dit vous avoir rendu le colis.',
    ...withoutAnswer(situation, 'le retour sera confirmé'),
  ],
  returned: () => ['Votre colis vous a été rendu.'],
  lost: () => ['Notre équipe a décidé : le colis est perdu.'],
  seized: () => ['Notre équipe a décidé : la douane a gardé le colis.'],
  undecided: () => ['Notre équipe a annulé sa décision et décidera de la suite de la livraison.'],
  cancelled: ({ situation: { settledAt } }) => [
    settledAt ? 'Notre équipe a décidé : le colis est annulé.' : 'Ce colis est annulé.',
  ],
  unavailable: () => ["Cette annonce n'est plus disponible."],
};

const travellerSentences: Sentences = {
  ...ownerSentences,
  listed: () => ["Aucun transporteur n'est encore choisi."],
  offered: () => ["Aucun transporteur n'est encore choisi."],
  proposed: ({ situation, people }) =>
    situation.lapsed ? [lapsed] : [nameIn(people.partner), ...deadlineTo(situation, 'vous choisir')],
  chosen: ({ situation, people }) =>
    situation.lapsed
      ? [lapsed]
      : [nameIn(people.partner), ' vous propose ce colis : acceptez, ou refusez', ...until(situation), '.'],
  agreed: ({ people }) => ['Récupérez le colis auprès ', ...ofName(people.partner), ' et photographiez-le.'],
  collected: () => ['Quand vous partez le livrer, touchez « Je pars livrer ».'],
  // The page of the delivery asks for the code.
  delivering: () => ['Livrez le colis à son destinataire et photographiez-le.'],
  deliveryDeclared: ({ situation, people: { partner } }) => [
    nameIn(partner),
    ' doit confirmer.',
    ...withoutAnswer(situation, 'la livraison sera confirmée'),
  ],
  delivered: () => ['Vous avez livré ce colis.'],
  returning: ({ people }) => ['Rapportez le colis à ', nameIn(people.partner), ', qui confirmera le retour.'],
  returnDeclared: ({ situation, people: { partner } }) => [
    nameIn(partner),
    ' doit confirmer le retour.',
    ...withoutAnswer(situation, 'il sera confirmé'),
  ],
  returned: () => ["Le colis est de retour chez l'expéditeur."],
};

function withoutAnswer({ isOwner, closesAt, problem }: Situation, then: string): Sentence {
  if (problem) return [` ${unconfirmed}`];
  return closesAt ? [` Sans réponse${isOwner ? ' de votre part' : ''}, ${then} le `, { moment: closesAt }, '.'] : [];
}

const deadlineTo = ({ until: end }: Situation, act: string): Sentence =>
  end ? [" a jusqu'au ", { moment: end }, ` pour ${act}.`] : [` doit encore ${act}.`];

/** The open offer of the two: « Amel propose 28 €, avec un trajet en avion du 12 déc. 2026 : répondez jusqu'au … » */
function offerSentence(situation: Situation, { other, partner = other, ends }: People): Sentence {
  const { offer, terms, waitsFor, stage } = situation;
  if (!offer) return [];
  const isMine = hasAct(situation, 'withdrawOffer');
  const text = offerText(situation, ends);
  const offered = text.startsWith('trajet') ? `un ${text}` : text;
  // An own price does not take the other one's yes back.
  const half: Sentence =
    isMine && !offer.isChange && waitsFor === 'me' && isHalf(stage) && !isWithAnother(situation)
      ? [` Vous pouvez aussi accepter sa proposition (${termsLine(terms, ends)}).`]
      : [];
  const named = nameIn(other ?? partner);
  return isMine
    ? ['Vous avez proposé ', offered, '. ', named, " a jusqu'au ", { moment: offer.until }, ' pour répondre.', ...half]
    : [named, ' propose ', offered, " : répondez jusqu'au ", { moment: offer.until }, '.'];
}

/** « 28 € (annoncé : 30 €), trajet en avion du 12 déc. 2026 », « 35 € au lieu de 25 € »: what an open offer offers. */
export function offerText({ offer, terms }: Pick<Situation, 'offer' | 'terms'>, ends?: Ends): string {
  if (!offer) return '';
  return offeredFacts({ offer, terms }, ends)
    .map(({ now, before, label }) =>
      before ? (label ? `${now} (${label} : ${before})` : `${now} ${insteadOf(before)} ${before}`) : now,
    )
    .join(', ');
}

interface OfferedFact {
  readonly now: string;
  readonly before?: string | undefined;
  /** The kind of the fact in force, where it is not replaced. */
  readonly label?: string;
}

export function offeredFacts({ offer, terms }: Pick<Situation, 'offer' | 'terms'>, ends?: Ends): OfferedFact[] {
  if (!offer) return [];
  const { price, grams, trip, isChange } = offer;
  const oldPrice = terms.price && moneyText(terms.price);
  const differs = price && oldPrice !== moneyText(price) ? oldPrice : undefined;
  return [
    ...(price
      ? [
          {
            now: moneyText(price),
            before: differs,
            ...(isChange ? {} : { label: terms.kind === 'announced' ? 'annoncé' : 'proposé' }),
          },
        ]
      : []),
    ...(grams === undefined ? [] : [{ now: weightText(grams), before: weightText(terms.grams) }]),
    ...(trip ? [tripChange(trip, isChange ? terms.trip : undefined, ends)] : []),
  ];
}

/** Several travellers may have made an offer to the owner. */
function offersSentence({ offers, waitsFor, stage, ...situation }: Situation, people: People): Sentence {
  if (!offers || offers.received + offers.sent === 0) return [];
  const { received, sent } = offers;
  const half: Sentence =
    stage === 'chosen'
      ? [...ownerSentences.chosen({ situation: { ...situation, stage, waitsFor }, people, waitsFor }), ' ']
      : [];
  // A conversation tells the offers of others here, because its own one has a sentence.
  if (received > 0) return [...half, ...receivedSentence(offers, people.other ? 'others' : 'all')];
  return [
    ...half,
    sent === 1
      ? `Votre proposition${people.other ? ' à un autre voyageur' : ''}${lateRemark(offers)} attend une réponse`
      : `Vos ${sent} propositions${people.other ? " à d'autres voyageurs" : ''} attendent une réponse`,
    sent === 1 ? ", jusqu'au " : ", la première jusqu'au ",
    { moment: offers.until },
    '.',
  ];
}

const lateRemark = (of: Pick<OpenOffers, 'isLate'>) => (of.isLate ? ` (trajet ${tripRemark(of)})` : '');

const oneReceived = { all: '1 proposition', others: "La proposition d'un autre voyageur", shown: 'Cette proposition' };

/** `of`: whose offers the number counts; `shown` is the one offer of a row. */
const receivedSentence = (
  { received, until: end, ...facts }: Pick<OpenOffers, 'received' | 'until' | 'isLate'>,
  of: keyof typeof oneReceived,
): Sentence => [
  received === 1
    ? `${oneReceived[of]}${lateRemark(facts)} attend votre réponse`
    : `${received} propositions${of === 'others' ? " d'autres voyageurs" : ''} attendent votre réponse`,
  received === 1 ? ", jusqu'au " : ", la première jusqu'au ",
  { moment: end },
  '.',
];

function obstacleSentence(
  situation: Situation,
  obstacle: Obstacle,
  { other, partner = other, ends }: People,
): Sentence | undefined {
  const { stage, isOwner, offer, offers } = situation;
  const who = nameIn(other ?? partner);
  const waits = offer !== undefined || stage === 'proposed' || stage === 'chosen';
  const isMine = hasAct(situation, 'withdrawOffer');
  switch (obstacle) {
    case 'paused': {
      // The row of one's own offer lists no others, so it tells its own end.
      const count = offers?.received ?? (offer && !isMine ? 1 : 0);
      const of = offers ? (other && (!offer || isMine) ? 'others' : 'all') : 'shown';
      // Another obstacle may stop an answer after the pause, so this promises none.
      return count > 0 && situation.until
        ? [
            'Votre annonce est en pause : reprenez-la pour conclure un accord. ',
            ...receivedSentence({ ...offers, received: count, until: situation.until }, of),
          ]
        : [
            'Votre annonce est en pause : reprenez-la, et votre proposition pourra être acceptée',
            ...until(situation),
            '.',
          ];
    }
    case 'unlisted':
      return offer ? [unseenWords.unlisted.slice(0, -1), ...outOf(situation)] : [unseenWords.unlisted];
    case 'taken':
    case 'promised':
      return [unseenWords[obstacle]];
    case 'blocked':
      return ['Vous avez bloqué ', who, '. Débloquez ce membre pour continuer.', ...endOfWait(situation)];
    case 'unavailable':
      return waits || hasAct(situation, 'releaseCarrier')
        ? [who, " n'est plus disponible", ...outOf(situation), ...(waits ? endOfWait(situation) : [])]
        : [who, " n'est plus disponible."];
    case 'unverified':
    case 'noSubscription': {
      const needs =
        obstacle === 'unverified' ? "votre identité doit d'abord être vérifiée" : 'il vous faut un abonnement en cours';
      return [
        ...(offer?.isChange ? offeredBy(situation, who, ends) : []),
        `Pour ${offer?.isChange ? 'modifier' : 'conclure'} un accord, ${needs}.`,
        ...(offer?.isChange ? [` Vous pouvez aussi ${isMine ? 'retirer' : 'refuser'} ce changement.`] : []),
        ...endOfWait(situation),
      ];
    }
    case 'otherUnverified':
      return [
        "L'identité ",
        ...ofName(other ?? partner),
        ` n'est pas encore vérifiée : ${offer?.isChange ? 'ce changement pourra être accepté' : 'vous pourrez conclure un accord'} ensuite.`,
        ...endOfWait(situation),
      ];
    case 'otherNoSubscription':
      return [
        who,
        " n'a pas d'abonnement en cours et ne peut pas encore transporter de colis.",
        ...endOfWait(situation),
      ];
    case 'tripFull':
    case 'tripUnlisted':
    case 'tripCancelled': {
      const what = offer?.isChange ? 'ce changement' : 'ce colis';
      const why = {
        tripFull: `n'a plus assez de place pour ${what}`,
        tripUnlisted: tripWhy.unlisted,
        tripCancelled: tripWhy.cancelled,
      }[obstacle];
      const trip: Sentence = isOwner ? ['Le trajet ', ...ofName(other ?? partner), ' '] : ['Votre trajet '];
      return [...(offer ? offeredBy(situation, who, ends) : []), ...trip, why, tripHelp(situation)];
    }
  }
}

/** Silence ends a proposition also while neither of the two can answer it. */
function endOfWait({ offer, until: end, ...situation }: Situation): Sentence {
  const isTheirs = offer !== undefined || (isHalf(situation.stage) && hasAct(situation, 'releaseCarrier'));
  if (!end || !isTheirs) return [];
  return [` ${offer?.isChange ? 'Le changement proposé' : 'La proposition'} prend fin le `, { moment: end }, '.'];
}

/** « Karim propose 28 €, trajet en avion du 12 déc. 2026. » */
const offeredBy = (situation: Situation, who: Part, ends: Ends | undefined): Sentence =>
  hasAct(situation, 'withdrawOffer')
    ? [`Vous avez proposé ${offerText(situation, ends)}. `]
    : [who, ` propose ${offerText(situation, ends)}. `];

function tripHelp(situation: Situation): string {
  const { isOwner, offer } = situation;
  if (offer?.isChange) {
    if (!hasAct(situation, 'withdrawOffer')) return '.';
    return ` : ${hasAct(situation, 'makeOffer') ? 'modifiez ou ' : ''}retirez votre changement.`;
  }
  if (hasAct(situation, 'makeOffer')) {
    if (!isOwner && hasAct(situation, 'withdrawOffer')) return ' : changez votre proposition.';
    return ` : proposez un prix sans ce trajet${isOwner ? ', ou écrivez à ce voyageur' : ''}.`;
  }
  if (!isOwner) {
    if (!hasAct(situation, 'releaseCarrier')) return '.';
    const isAnswer = labelOf('releaseCarrier', situation) === 'Refuser';
    return isAnswer ? ' : vous pouvez refuser cette proposition.' : ' : renoncez à ce colis pour proposer autrement.';
  }
  const canRefuse = hasAct(situation, 'declineOffer') || hasAct(situation, 'releaseCarrier');
  return ` : écrivez à ce voyageur, ou ${canRefuse ? 'refusez sa' : 'retirez votre'} proposition.`;
}

/** The acts that are left about a proposition whose other member is no longer there. */
function outOf(situation: Situation): Sentence {
  if (hasAct(situation, 'releaseCarrier')) {
    const act = labelOf('releaseCarrier', situation);
    if (situation.isOwner)
      return [` : ${act === 'Refuser' ? 'refusez' : 'retirez ce transporteur'}, pour proposer de nouveau votre colis.`];
    if (act !== 'Refuser') return [' : vous pouvez renoncer à ce colis.'];
    return [' : vous pouvez refuser cette proposition.'];
  }
  if (hasAct(situation, 'declineOffer')) return [' : vous pouvez refuser cette proposition.'];
  return [' : vous pouvez retirer votre proposition.'];
}

/** « 25 € », « Prix à convenir »: the price in force. */
export const priceOf = ({ price }: Pick<Situation['terms'], 'price'>): string =>
  price ? moneyText(price) : priceToAgree;

/** « 25 € · 3,5 kg · trajet en avion du 12 déc. 2026 »: the terms in force. */
export const termsLine = (terms: Situation['terms'], ends?: Ends): string =>
  [priceOf(terms), weightText(terms.grams), ...(terms.trip ? [namedTripText(terms.trip, ends)] : [])].join(' · ');
