import { OfferEnd } from '#shared/deliveries/offer.ts';
import { offerEndLabel } from '#shared/deliveries/offer-words.ts';
import { badgeOf, stageLabels } from '#shared/situation/words.ts';
import type { Pressed } from './acts.ts';

/** A fact that a place tells about one parcel: its topic, and the words that were read. */
export interface Claim {
  readonly topic: string;
  readonly says: string;
}

/** An act of the situation, or a copy of the parcel, which is always possible. */
type Offered = Pressed | 'copy';

/** The facts and acts that were read in a place. */
export interface Reading {
  readonly claims: readonly Claim[];
  readonly acts: readonly (readonly Offered[])[];
}

export const problemWord = badgeOf({ stage: 'delivering', problem: true });
const stageWords = new Set([...Object.values(stageLabels), problemWord]);
const endWords = new Set(
  OfferEnd.options.flatMap((end) => [offerEndLabel(end, undefined), offerEndLabel(end, { isChange: true })]),
);
const money = String.raw`\d[\d ]*(?:,\d+)? (?:€|DA)`;
const price = String.raw`(?:${money}|Prix à convenir)`;
const weight = String.raw`[\d,]+ kg`;
const day = String.raw`\d+(?:er)? \S+ \d{4}`;
const moment = String.raw`\S+ \d+(?:er)? \S+ à \d+:\d+`;

/** Text as it is read, with ordinary spaces and without the marks of direction. */
export const textOf = (node: Element | null | undefined): string => plain(node?.textContent ?? '');
export const plain = (text: string) =>
  text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();

/** Each act by its label; two acts may share one. */
const labels: readonly (readonly [label: RegExp, acts: readonly Offered[]])[] = [
  [/^Accepter de livrer ce colis$/, ['takeOffer', 'acceptDelivery']],
  [/^Choisir comme transporteur$/, ['takeOffer', 'chooseCarrier']],
  [/^Accepter ce changement$/, ['takeOffer']],
  [/^Refuser$/, ['declineOffer', 'releaseCarrier']],
  [/^Retirer (ma proposition|ce changement)$/, ['withdrawOffer']],
  [/^(Proposer (de livrer à|un (autre )?prix)|Changer (le prix|ma proposition)$|Modifier l'accord$)/, ['makeOffer']],
  [/^(Retirer ce transporteur|Renoncer à ce colis)$/, ['releaseCarrier']],
  [/^(J'ai récupéré le colis|Photos et récupération)$/, ['validatePickup']],
  [/^Je pars livrer$/, ['startDelivery']],
  [/^(J'ai livré le colis|Photos et livraison|Saisir le code)$/, ['validateDelivery']],
  [/^(Ne plus demander de code|Demander un code à la livraison)$/, ['setCode']],
  [/^(Déclarer la livraison sans code|J'ai rendu le colis)$/, ['declare']],
  [/^Indiquer ma position$/, ['recordPosition']],
  [/^Retour à l'expéditeur$/, ['returnParcel']],
  [/^Le colis est arrivé$/, ['confirmReceipt']],
  [/^Confirmer le retour$/, ['confirmReturn']],
  [/^Signaler un problème$/, ['reportProblem']],
  [/^Le problème est résolu$/, ['settleProblem']],
  [/^(Modifier|Corriger (et renvoyer|la liste))$/, ['editParcel']],
  [/^Republier$/, ['editParcel', 'copy']],
  [/^Mettre en pause$/, ['pauseParcel']],
  [/^Reprendre l'annonce$/, ['resumeParcel']],
  [/^Annuler ce colis$/, ['cancelParcel']],
  [/^Débloquer$/, ['unblock']],
];

/** The facts and acts of one parcel in a part of a page, to be compared with those in other places. */
export function readingOf(part: Element, otherName: string | undefined): Reading {
  return {
    claims: [
      ...stages(part),
      ...facts(part),
      ...termsLines(part),
      ...sentences(part, otherName),
      ...agreements(part),
      ...(otherName ? bubbles(part, otherName) : []),
    ],
    acts: [...part.querySelectorAll('button, a:not(.lone-link)')].flatMap((control) => actsOf(textOf(control))),
  };
}

const actsOf = (text: string) => {
  const found = labels.find(([label]) => label.test(text));
  return found ? [found[1]] : [];
};

const claim = (topic: string, says: string | undefined): Claim[] => (says === undefined ? [] : [{ topic, says }]);

const stages = (part: Element): Claim[] =>
  [...part.querySelectorAll('.status-badge, dd')]
    .map(textOf)
    .filter((text) => stageWords.has(text))
    .flatMap((says) => [
      { topic: 'stage', says },
      { topic: 'in the search', says: says === stageLabels.listed || says === stageLabels.offered ? 'yes' : 'no' },
    ]);

/** « Prix convenu : 28 € », « Poids : 3,5 kg (jusqu'à …) », « Trajet : Avion Paris → Alger, 12 déc. 2026 ». */
function facts(part: Element): Claim[] {
  return [...part.querySelectorAll('dt, [data-column="Poids"]')].flatMap((name) => {
    const value = textOf(name.matches('dt') ? name.nextElementSibling : name);
    const label = name.matches('dt') ? textOf(name) : 'Poids';
    if (label.startsWith('Prix')) return claim('price', value);
    if (label === 'Poids') return claim('weight', new RegExp(weight).exec(value)?.[0]);
    return label === 'Trajet' ? claim('day', new RegExp(day).exec(value)?.[0] ?? 'none') : [];
  });
}

/** « 28 € · 3,5 kg · trajet en avion du 12 déc. 2026 » */
const line = new RegExp(`^(${price}) · (${weight})(?: · trajet.*?(${day}).*)?$`);
const termsLines = (part: Element): Claim[] =>
  [...part.querySelectorAll('p')].flatMap((paragraph) => {
    const [all, cost, grams, travel] = line.exec(textOf(paragraph)) ?? [];
    return all ? [...claim('price', cost), ...claim('weight', grams), ...claim('day', travel ?? 'none')] : [];
  });

const offer = new RegExp(`(?:Vous avez proposé|propose) (${money}|${weight}|trajet)`);
/** The terms of an open offer, up to the end of their sentence. */
const offered = /(?:Vous avez proposé|propose) ((?:\d|un trajet|trajet).*?)(?: : répondez|\. (?=[A-ZÀ-Ý])|\.$)/;
const dayTopic = (otherName: string) => `day of the offer with ${otherName}`;
const offeredDay = (text: string | undefined) =>
  text === undefined ? undefined : (new RegExp(`trajet.*?(${day})`).exec(text)?.[1] ?? 'none');
const untilMoment = new RegExp(`jusqu'au (${moment})`);
/** Sentences of an agreement and of a parcel on its way, and what follows them once the agreed day is over. */
const step =
  /^(Donnez le colis|.* (transporte|va livrer) votre colis|Récupérez le colis|Quand vous partez|Livrez le colis à)/;
const overText = new RegExp(`(?:l'accord prend fin le (${moment})|est (en retard))`);
const overOf = (text: string) => {
  const [, end, late] = overText.exec(text) ?? [];
  return end ?? late ?? 'not over';
};
const waiting = /(\d+) propositions? attend(?:ent)? votre réponse/;

/** The sentence of the situation: an open offer with this member, its end, how many wait. */
function sentences(part: Element, otherName: string | undefined): Claim[] {
  return [...part.querySelectorAll('span[dir="ltr"]')]
    .map(textOf)
    .flatMap((text) => [
      ...(otherName && offer.test(text) ? claim(`offer with ${otherName}`, offer.exec(text)?.[1]) : []),
      ...(otherName && offer.test(text)
        ? claim(`end of the offer with ${otherName}`, untilMoment.exec(text)?.[1])
        : []),
      ...(otherName ? claim(dayTopic(otherName), offeredDay(offered.exec(text)?.[1])) : []),
      ...claim('offers received', waiting.exec(text)?.[1]),
      ...(step.test(text) ? claim('agreed day', overOf(text)) : []),
    ]);
}

const agreed = new RegExp(`^(?:(${money}),? )?(${weight})(?:, trajet.*?(${day}))?`);

/** The last agreement of the history: « Accord conclu : 28 €, 3,5 kg ». A change names only what it changes. */
function agreements(part: Element): Claim[] {
  const texts = [...part.querySelectorAll('.event-line, .delivery-positions li')].map((node) =>
    [...node.querySelectorAll('p')].map(textOf),
  );
  const last = texts.findLast(([title = '']) => /^(Accord (conclu|modifié)|C'est d'accord|Trajet déplacé)/.test(title));
  if (!last || texts.indexOf(last) < texts.findLastIndex(([title = '']) => ends.test(title))) return [];
  const terms = [last[0]?.split(' : ')[1] ?? '', ...last.slice(1)].find((text) => agreed.test(text)) ?? '';
  const [, cost, grams, travel] = agreed.exec(terms) ?? [];
  return [...claim('price', cost), ...claim('weight', grams), ...claim('day', travel)];
}
const ends = /retiré|renonc|expiré|a pris fin|annulé|intervenue|supprimé/;

/** « 28 €, 1,5 kg, trajet en avion du 12 déc. 2026 » inside of a text. */
const terms = new RegExp(`(?:(${money}), )?(${weight})(?:, trajet[^.]*?(${day}))?`);
export function termsIn(text: string): Claim[] {
  const [, cost, grams, travel = 'none'] = terms.exec(text) ?? [];
  return grams ? [...claim('price', cost), ...claim('weight', grams), ...claim('day', travel)] : [];
}

/** A stage that a text names. */
export const stagesIn = (text: string): Claim[] =>
  [...stageWords].filter((word) => text.includes(word)).map((says) => ({ topic: 'stage', says }));

/** A card of the search, or a shared page: announced terms. */
export const announcedIn = (text: string): Claim[] => [
  ...claim('price', new RegExp(price).exec(text)?.[0]),
  ...claim('weight', new RegExp(weight).exec(text)?.[0]),
];

/** Bubbles of offers: the last one whose end is not written is open. */
function bubbles(part: Element, otherName: string): Claim[] {
  const log = part.querySelector('[role="log"]');
  if (!log) return [];
  const made = [...log.querySelectorAll('.bubble')].flatMap((bubble) => {
    const text = textOf(bubble.querySelector('.bubble__offer'));
    const isOver = [...bubble.querySelectorAll('p')].some((paragraph) => endWords.has(textOf(paragraph)));
    const [, first] = new RegExp(`^(?:Proposition|Changement) : (${money}|${weight}|trajet)`).exec(text) ?? [];
    return first && !isOver ? [{ first, text }] : [];
  });
  const last = made.at(-1);
  return [
    ...claim(`offer with ${otherName}`, last?.first ?? 'none'),
    ...claim(dayTopic(otherName), offeredDay(last?.text)),
  ];
}

/** Rows of « Demandes »: the headline of each, with whom, and its end. */
export const requestRows = (page: Element) =>
  [...page.querySelectorAll('.requests > section')].flatMap((section) =>
    [...section.querySelectorAll('.request')].map((row) => ({
      title: textOf(section.querySelector('h2 a')),
      otherName: textOf(row.querySelector('.request__who bdi')),
      headline: textOf(row.querySelector('.request__price')),
      end: untilMoment.exec(textOf(row.querySelector('.request__left .visually-hidden')))?.[1],
      row,
    })),
  );
