import type { Me } from '#shared/accounts/me.ts';
import { hasAct, type Situation } from '#shared/situation/contract.ts';
import { isAwaitedIn, isToConfirm, isToCorrect } from '#shared/situation/stages.ts';
import { sectionLabels, stageLabels } from '#shared/situation/words.ts';
import { type Life, nameOf, people } from './life.ts';
import { type Answered, type Look, type Place, shown } from './places.tsx';
import { announcedIn, type Claim, type Reading, readingOf, requestRows, textOf } from './readings.ts';

/** The words of a place about one parcel, to one member, maybe in a conversation with another one. */
export interface Voice extends Reading {
  readonly place: string;
  readonly memberId: string;
  readonly otherId?: string | undefined;
  readonly parcelId: string;
}

/** One look at a place: its voices, the rows of « Demandes », and numbers of the whole page. */
export interface Heard {
  readonly voices: readonly Voice[];
  readonly rows: readonly {
    title: string;
    otherName: string;
    headline: string;
    isReceived: boolean;
    isThere: boolean;
  }[];
  readonly numbers: readonly Claim[];
  /** Lines of the notifications. */
  readonly lines: readonly { id: string; text: string }[];
  /** « Colis expédiés » on the profile of the owner. */
  readonly sent?: string | undefined;
}

/** Reads places of a life, each again only where its answers have changed. */
export function earsOf(life: Life) {
  const known = new Map<string, { answers: string; heard: Heard }>();
  /** By the title, which a member may change. */
  const titles = new Map<string, string>();

  async function hear(place: Place, look: Look, me: Me): Promise<Heard & { told: readonly Told[] }> {
    const answers = await answersOf(life, place, look);
    if (!answers) return { ...silent, told: [] };
    const told = situationsIn(answers, look);
    const key = [place.name, ...Object.values(look)].join(' ');
    // The server's time is in every answer.
    const text = JSON.stringify(answers).replaceAll(/"at":"[^"]*"/g, '');
    const before = known.get(key);
    if (before?.answers === text) return { ...before.heard, told };
    const heard = await shown({
      place,
      look,
      me,
      answers,
      server: (row, request) => life.world.call(row, look.memberId, request),
      read: (page) => read(place, look, { page, answers }),
    });
    known.set(key, { answers: text, heard });
    return { ...heard, told };
  }

  function read(place: Place, { memberId, parcelId, otherId }: Look, { page, answers }: Shown): Heard {
    const voice = (part: Element, of: string, other?: string): Voice => {
      const about = { place: place.name, memberId, parcelId: of, otherId: other };
      return { ...readingOf(part, other && nameOf(other)), ...about };
    };
    const told = situationsIn(answers, { memberId, parcelId, otherId });
    if (place.name === 'delivery')
      return { ...silent, voices: [voice(page, parcelId), ...printed(page, (part) => voice(part, parcelId))] };
    if (place.of !== 'member') {
      const { claims, ...rest } = voice(page, parcelId, otherId || undefined);
      return {
        ...silent,
        voices: [{ ...rest, claims: claims.filter(({ topic }) => topic !== 'day' || hasTrip(told)) }],
      };
    }
    if (place.name === 'notices') return { ...silent, lines: linesIn(page, answers), numbers: unreadLines(page) };
    if (place.name === 'profile') return { ...silent, sent: sentIn(page) };
    const rows = requestRows(page);
    const ofRows = rows.flatMap(({ row, title, otherName, end }) => {
      const [id, other] = [titles.get(title), people.members.find((member) => nameOf(member) === otherName)];
      if (!id || !other) return [];
      const { claims, ...rest } = voice(row, id, other);
      // Half an agreement has an end of its own.
      const isOwnOffer = place.name === 'demandes sent' && rest.acts.some((acts) => acts.includes('withdrawOffer'));
      const ends = isOwnOffer && end ? [{ topic: `end of the offer with ${otherName}`, says: end }] : [];
      return [{ ...rest, claims: [...claims, ...ends] }];
    });
    if (place.name === 'search') return { ...silent, voices: searched(page, memberId) };
    const ofParts = [...page.querySelectorAll('tbody tr, .delivery-card, .admin-list > li')].flatMap((part) => {
      const [, id] = [...titles].find(([title]) => textOf(part).includes(title)) ?? [];
      return id ? [voice(part, id)] : [];
    });
    return {
      ...silent,
      rows: rows.map((row) => ({ ...row, ...factsOf(row, place, answers) })),
      numbers: numbersIn(page, place.name, { waiting: waitingIn(rows, answers), told }),
      voices: [...ofRows, ...ofParts],
    };
  }

  /** The search has a card of each parcel that it finds. The others are not in it. */
  function searched(page: HTMLElement, memberId: string): Voice[] {
    const cards = [...page.querySelectorAll('.listing-card')].map(textOf);
    return [...titles].map(([title, parcelId]) => {
      const card = cards.find((text) => text.includes(title));
      const says = card ? 'yes' : 'no';
      const claims = [{ topic: 'in the search', says }, ...(card ? announcedIn(card) : [])];
      return { place: 'search', memberId, parcelId, claims, acts: [] };
    });
  }

  return { hear, titles };
}

/** Announced terms, which a third member reads beside half an agreement, have no trip to tell. */
const hasTrip = (told: readonly Told[]) => told.every(({ situation }) => situation.terms.kind !== 'announced');

const silent: Heard = { voices: [], rows: [], numbers: [], lines: [] };

interface Shown {
  readonly page: HTMLElement;
  readonly answers: readonly Answered[];
}

/** The sheet on paper has these parts of the page alone. */
const printed = (page: HTMLElement, voiceOf: (part: Element) => Voice): Voice[] =>
  [...page.querySelectorAll('.delivery__printed')].map((part) => ({ ...voiceOf(part), place: 'print', acts: [] }));

function linesIn(page: HTMLElement, answers: readonly Answered[]) {
  const reply = answers.at(-1)?.reply as { items: readonly { id: string }[] };
  const texts = [...page.querySelectorAll('.notices > li')].map(textOf);
  return reply.items.map(({ id }, at) => ({ id, text: texts[at] ?? '' }));
}

/** The bell counts all of them, and the first page has twenty. */
function unreadLines(page: HTMLElement): Claim[] {
  if (page.querySelectorAll('.notice').length >= 20) return [];
  return [{ topic: 'unread notices', says: String(page.querySelectorAll('.notice--unread').length) }];
}

const sentIn = (page: HTMLElement) =>
  [...page.querySelectorAll('dt')]
    .filter((name) => textOf(name) === 'Colis expédiés')
    .map((name) => textOf(name.nextElementSibling))[0];

async function answersOf(life: Life, place: Place, look: Look): Promise<Answered[] | undefined> {
  const answers: Answered[] = [];
  for (const ask of place.asks(look)) {
    const query = Object.fromEntries(Object.entries(ask.query ?? {}).filter(([, value]) => value !== undefined));
    const request = { params: ask.params ?? {}, query: query as Record<string, string> };
    const { status, body } = await life.world.call(ask.row, look.memberId, request);
    if (status >= 300) return undefined;
    answers.push({ ask, reply: body });
  }
  return answers;
}

interface Listed {
  readonly title?: string;
  readonly partner?: { readonly id: string };
  readonly situation?: Situation;
}

/** The other member of such a row is not there: the parcel does not count it (rule 119). */
const absences: ReadonlySet<string> = new Set(['blocked', 'unavailable', 'otherUnverified']);

type RequestRow = Pick<ReturnType<typeof requestRows>[number], 'title' | 'otherName'>;

function situationOfRow({ title, otherName }: RequestRow, answers: readonly Answered[]): Situation | undefined {
  const items = answers.flatMap(({ reply }) => (reply as { items?: readonly Listed[] }).items ?? []);
  return items.find((item) => item.title === title && nameOf(item.partner?.id ?? '') === otherName)?.situation;
}

const factsOf = (row: RequestRow, place: Place, answers: readonly Answered[]) => ({
  isReceived: place.name === 'demandes received',
  isThere: !absences.has(situationOfRow(row, answers)?.obstacle ?? ''),
});

/** Rows that wait for an answer. Others, of a paused parcel or a trip that cannot be taken, can only be refused. */
const waitingIn = (rows: readonly RequestRow[], answers: readonly Answered[]): number =>
  rows.filter((row) => situationOfRow(row, answers)?.waitsFor === 'me').length;

/** Numbers of the whole page. */
function numbersIn(
  page: HTMLElement,
  place: string,
  { waiting, told }: { waiting: number; told: readonly Told[] },
): Claim[] {
  if (place === 'demandes received') return [{ topic: 'propositions', says: String(waiting) }];
  const situations = told.map(({ situation }) => situation);
  const count = (topic: string, isIt: (situation: Situation) => boolean) => ({
    topic,
    says: String(situations.filter(isIt).length),
  });
  const number = (topic: string, pattern: RegExp) => ({ topic, says: pattern.exec(textOf(page))?.[1] ?? '0' });
  if (place === 'home')
    return [
      number('propositions', /(\d+) demandes? attend/),
      number('listings to correct', /(\d+) colis à corriger/),
      number('trips to correct', /(\d+) trajets? à corriger/),
      number('parcels to revise', /(\d+) colis à revoir/),
      number('unread messages', /(\d+) messages? non lu/),
    ];
  if (place === 'bars')
    return [
      number('propositions', /Demandes(\d+) en attente/),
      number(toDoTopic, /(\d+) en attenteMes colis/),
      number(toDoTopic, /Mes colis(\d+) en attente/),
      number('trips to correct', /Mes trajets(\d+) en attente/),
      number('unread messages', /(\d+) non lus?Messages/),
      number('unread messages', /Messagerie(\d+) non lu/),
      number('unread notices', /Notifications(\d+) non lu/),
    ];
  if (place === 'hub') return [...numberOfHub(page), number('unread messages', /Messagerie \((\d+)/)];
  const toCorrect = [...page.querySelectorAll('.status-badge')].map(textOf).filter((text) => correcting.has(text));
  const ofList =
    place === 'own list'
      ? [
          { topic: 'listings to correct', says: String(toCorrect.length) },
          count(toDoTopic, ({ waitsFor }) => waitsFor === 'me'),
          count('parcels to revise', isToRevise),
        ]
      : [];
  if (place === 'deliveries')
    return [
      number(toDoTopic, /Je transporte \((\d+) à traiter/),
      count(toDoTopic, (one) => asksCarrier(one) || isToRevise(one)),
      count('parcels to revise', isToRevise),
    ];
  if (place === 'own trips')
    return [
      { topic: 'trips to correct', says: String(page.querySelectorAll('[aria-label="À faire"] tbody tr').length) },
    ];
  const sections = [...page.querySelectorAll('section[aria-label]')].flatMap((section) => {
    const [, name, count = ''] = /^(.+?) \((\d+)\)/.exec(textOf(section.querySelector('h2'))) ?? [];
    const topic = `number of « ${name} »`;
    const rows = section.querySelectorAll('tbody tr').length;
    return name ? [count, String(rows)].map((says) => ({ topic, says })) : [];
  });
  return [...ofList, ...sections];
}

const toDoTopic = `number of « ${sectionLabels.todo} »`;

/** Its reader may say yes, or has to answer several. */
const asksYes = (situation: Situation) =>
  (situation.offers?.received ?? 0) > 0 ||
  (['takeOffer', 'chooseCarrier', 'acceptDelivery'] as const).some((act) => hasAct(situation, act));

/** The lines of the home page that name what waits have no other word for it. */
const isToRevise = (situation: Situation) => {
  const { stage, waitsFor, problem, main } = situation;
  const isStep = isAwaitedIn(stage) && main !== 'releaseCarrier' && !situation.isOwner;
  return waitsFor === 'me' && !problem && !asksYes(situation) && !isToCorrect(stage) && !isToConfirm(stage) && !isStep;
};

/** A carrier owes an answer beside the steps of the delivery. */
const asksCarrier = (situation: Situation) => {
  const { problem, waitsFor } = situation;
  return problem ? waitsFor === 'me' : asksYes(situation);
};

const correcting = new Set([stageLabels.refused, stageLabels.contentsRefused]);

/** « Colis (3 à faire) », or those in progress where nothing is to do. */
function numberOfHub(page: HTMLElement): Claim[] {
  const [, count = '', section] = /Colis \((\d+) (à faire|en cours)\)/.exec(textOf(page)) ?? [];
  if (section === undefined) return [];
  return [{ topic: `number of « ${section === 'à faire' ? 'À faire' : 'En cours'} »`, says: count }];
}

/** A situation as an answer told it to a member. */
export interface Told {
  readonly memberId: string;
  readonly parcelId: string;
  /** In a conversation. */
  readonly otherId: string;
  readonly situation: Situation;
}

function situationsIn(answers: readonly Answered[], { memberId, otherId }: Look): Told[] {
  const found: Told[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('situation' in value && 'id' in value)
      found.push({ memberId, parcelId: String(value.id), otherId, situation: value.situation as Situation });
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(answers.map(({ reply }) => reply));
  return found;
}
