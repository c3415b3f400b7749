import type { ProblemKind } from '#shared/deliveries/problem.ts';
import type { Day, Person } from './accounts.ts';
import { carriedParcel, carryingTrip } from './listings.ts';
import { picture } from './pictures.ts';

interface Scene extends Day {
  readonly sender: Person;
  readonly carrier: Person;
  readonly rival: Person;
}

interface Story {
  readonly title: string;
  readonly sender: string;
  readonly weight?: string;
  readonly trip?: { readonly inDays: number; readonly kg: number };
}

interface State {
  parcelId: string;
  version: number;
  lastSeq: number;
  tripId?: string;
}
type Act = (scene: Scene, state: State, story: Story) => Promise<void>;

type Side = 'sender' | 'carrier';
const others = { sender: 'carrier', carrier: 'sender' } as const;

async function read(side: Side, scene: Scene, { parcelId, lastSeq }: State): Promise<void> {
  const params = { userId: scene[others[side]].userId };
  if (lastSeq > 0) await scene[side].caller.ok('markRead', { params, body: { parcelId, upToSeq: lastSeq } });
}

const says =
  (side: Side, content: string | ((story: Story) => string), acknowledged?: 'payment'): Act =>
  async (scene, state, story) => {
    await read(side, scene, state);
    const body = {
      recipientId: scene[others[side]].userId,
      parcelId: state.parcelId,
      content: typeof content === 'string' ? content : content(story),
      ...(acknowledged ? { acknowledged } : {}),
    };
    state.lastSeq = (await scene[side].caller.ok('sendMessage', { body })).seq;
  };

async function prove({ site, carrier }: Scene, { parcelId }: State, stage: 'pickup' | 'delivery' | 'problem') {
  const params = { parcelId };
  const uploadId = await site.upload(await picture('colis.png', 12), (announced) =>
    carrier.caller.ok('requestProofUpload', { params, body: { stage, ...announced } }),
  );
  await carrier.caller.ok('addProof', { params, body: { uploadId } });
}

const euros = (amount: number) => ({ amount: amount * 100, currency: 'EUR' as const });

/** Where an act is at one version, with the version that it leaves. */
const at = ({ parcelId, version }: State) => ({ params: { parcelId }, version });

/** A member reports this problem; the carrier with a photo. */
const meets =
  (side: Side, kind: ProblemKind, text: string): Act =>
  async (scene, state) => {
    const body = { kind, text };
    state.version = (await scene[side].caller.ok('reportProblem', { ...at(state), body })).version;
    if (side === 'carrier') await prove(scene, state, 'problem');
  };

const acts = {
  publish: async ({ sender, admin, now }, state, { title, weight }) => {
    const body = { ...carriedParcel(title, now), ...(weight ? { weight } : {}) };
    const { id } = await sender.caller.ok('publishParcel', { body });
    await admin.ok('approveParcel', { params: { parcelId: id }, version: 1 });
    const { version } = await sender.caller.ok('readParcel', { params: { parcelId: id } });
    Object.assign(state, { parcelId: id, version });
  },
  greet: says('carrier', ({ sender }) => `Bonjour ${sender}, je pars bientôt pour Alger, je peux prendre votre colis.`),
  answer: says('sender', 'Bonjour, merci ! Où peut-on se retrouver ?'),
  suggest: says('carrier', 'À la gare de Lyon, samedi matin, si cela vous convient.'),
  agree: says('sender', 'Samedi matin me convient. Je vous ai choisi comme transporteur.'),
  // Its reader sees the warning under it.
  demand: says('carrier', "Payez-moi d'avance par PayPal, et je passe le prendre ce soir.", 'payment'),
  report: says('carrier', 'Je suis bien arrivé à Marseille, le bateau part ce soir.'),
  ask: says('sender', 'Bonjour Nadia, tout se passe bien ? Mon frère sera à la maison dès 18 h.'),
  thank: says('sender', 'Tout est arrivé en parfait état, merci beaucoup !'),
  explain: says('carrier', "Personne n'habite plus à l'adresse indiquée, je vous rapporte le colis."),
  promiseInvoice: says('sender', "J'ai la facture, je vous l'envoie ce soir. Que demande la douane d'autre ?"),
  apologize: says('carrier', "Je suis désolé. J'ai porté plainte au commissariat de la gare."),
  believe: says('sender', 'Merci de me le dire. Tant pis pour les jouets, le principal est que vous alliez bien.'),
  understand: says('sender', 'Colis récupéré. Dommage pour cette fois, merci quand même.'),
  choose: async (scene, state) => {
    await read('sender', scene, state);
    const body = { carrierId: scene.carrier.userId };
    state.version = (await scene.sender.caller.ok('chooseCarrier', { ...at(state), body })).version;
  },
  accept: async (scene, state) => {
    await read('carrier', scene, state);
    const body = state.tripId ? { tripId: state.tripId } : {};
    state.version = (await scene.carrier.caller.ok('acceptDelivery', { ...at(state), body })).version;
  },
  travel: async ({ carrier, admin, now }, state, { trip }) => {
    if (!trip) return;
    const { id: tripId } = await carrier.caller.ok('publishTrip', { body: carryingTrip(now, trip) });
    await admin.ok('approveTrip', { params: { tripId }, version: 1 });
    state.tripId = tripId;
  },
  propose: async (scene, state) => {
    await read('carrier', scene, state);
    const { sender, carrier } = scene;
    const { parcelId } = state;
    const body = { memberId: sender.userId, price: euros(18), note: 'Je passe près de chez vous vendredi soir.' };
    await carrier.caller.ok('makeOffer', { params: { parcelId }, body });
  },
  outbid: async ({ sender, rival }, { parcelId }) => {
    await rival.caller.ok('makeOffer', { params: { parcelId }, body: { memberId: sender.userId, price: euros(16) } });
  },
  invite: async ({ sender, carrier }, { parcelId, tripId }) => {
    const body = { memberId: carrier.userId, price: euros(20), ...(tripId ? { tripId } : {}) };
    await sender.caller.ok('makeOffer', { params: { parcelId }, body });
  },
  weigh: async (scene, state) => {
    await read('carrier', scene, state);
    const { sender, carrier } = scene;
    const { parcelId } = state;
    const body = { memberId: sender.userId, price: euros(22), weight: '5', note: 'Pesé ce matin sur ma balance.' };
    await carrier.caller.ok('makeOffer', { params: { parcelId }, body });
  },
  refuse: async (scene, state) => {
    await read('sender', scene, state);
    const body = { reason: 'Je dois envoyer ce colis avant la fin du mois.' };
    await scene.sender.caller.ok('releaseCarrier', { ...at(state), body });
  },
  cancel: async (scene, state) => {
    await read('sender', scene, state);
    await scene.sender.caller.ok('cancelParcel', {
      ...at(state),
      body: { reason: "Ma sœur l'emporte finalement avec elle." },
    });
  },
  pause: async (scene, state) => {
    await read('sender', scene, state);
    await scene.sender.caller.ok('pauseParcel', at(state));
  },
  pickUp: async (scene, state) => {
    await prove(scene, state, 'pickup');
    const seen = { ...at(state), body: { contentsSeen: true as const } };
    state.version = (await scene.carrier.caller.ok('validatePickup', seen)).version;
  },
  locate: async ({ carrier }, { parcelId }) => {
    const body = { city: 'Marseille', note: 'Le bateau part ce soir.' };
    await carrier.caller.ok('recordPosition', { params: { parcelId }, body });
  },
  start: async ({ carrier }, state) => {
    state.version = (await carrier.caller.ok('startDelivery', at(state))).version;
  },
  askCode: async ({ sender }, state) => {
    state.version = (await sender.caller.ok('setCode', { ...at(state), body: { on: true } })).version;
  },
  deliver: async (scene, state) => {
    await prove(scene, state, 'delivery');
    await scene.carrier.caller.ok('validateDelivery', { ...at(state), body: {} });
  },
  comeBack: async ({ carrier }, state) => {
    const body = { reason: "Le destinataire n'habite plus à cette adresse." };
    state.version = (await carrier.caller.ok('returnParcel', { ...at(state), body })).version;
  },
  confirmReturn: async ({ sender }, state) => {
    await sender.caller.ok('confirmReturn', at(state));
  },
  meetCustoms: meets('carrier', 'customs', "La douane d'Alger garde la lampe et demande sa facture d'achat."),
  hearNothing: meets('sender', 'missing', "Mon père l'attend depuis trois jours, et personne ne me répond."),
  lose: meets('carrier', 'lost', "On m'a volé ma valise à la gare de Marseille, avec le colis."),
  decideLost: async ({ admin }, { parcelId }) => {
    const { items } = await admin.ok('adminReports');
    const params = { reportId: items.find(({ about }) => about.id === parcelId)?.id ?? '' };
    const { version, parcel } = await admin.ok('adminReport', { params });
    const reason = "Vous dites tous les deux la même chose de ce qui s'est passé.";
    // An answer in the conversation has changed the parcel since the report.
    const body = { outcome: 'acted', reason, parcel: { to: 'lost', version: parcel?.version ?? 0 } } as const;
    await admin.ok('decideReport', { params, version, body });
  },
} satisfies Readonly<Record<string, Act>>;
type ActName = keyof typeof acts;

const asked = ['greet', 'answer', 'suggest'] as const;
const arranged = [...asked, 'choose', 'travel', 'accept'] as const;

type Row = readonly [
  title: string,
  sender: string,
  carrier: string,
  /** Days before today with what happened then, in order; the last state is the one that the demo shows. */
  days: Readonly<Record<number, readonly ActName[]>>,
  /** The rival is another traveller, who offers too. */
  more?: Pick<Story, 'weight' | 'trip'> & { readonly rival?: string },
];

/**
 * One parcel for each state of a delivery, and three with a problem, one of them decided. The last to write has nothing
 * unread; the other often has.
 */
const stories: readonly Row[] = [
  ['Valise de livres', 'Amel', 'Karim', { 9: ['publish'], 4: ['greet'], 1: ['answer'], 0.1: ['suggest'] }],
  [
    'Cadeaux de naissance',
    'Lina',
    'Sofiane',
    { 9: ['publish'], 4: ['greet'], 1: ['answer'], 0.1: ['suggest', 'accept'] },
  ],
  ['Ordinateur portable', 'Camille', 'Yacine', { 9: ['publish'], 4: asked, 1: ['choose', 'agree'] }],
  [
    'Sac de vêtements',
    'Amel',
    'Sofiane',
    { 18: ['publish'], 9: ['greet'], 4: ['answer', 'suggest'], 1: ['choose', 'agree', 'travel', 'accept'] },
    { weight: '3,5', trip: { inDays: 8, kg: 8 } },
  ],
  [
    'Boîte de gâteaux',
    'Lina',
    'Karim',
    { 18: ['publish'], 9: asked, 4: ['choose', 'travel', 'accept'], 1: ['pickUp', 'locate'], 0.1: ['report'] },
    { weight: '3', trip: { inDays: 6, kg: 3 } },
  ],
  [
    'Dossier médical',
    'Camille',
    'Nadia',
    { 18: ['publish'], 9: arranged, 4: ['pickUp', 'askCode'], 1: ['locate', 'start'], 0.1: ['ask'] },
    { trip: { inDays: 6, kg: 5 } },
  ],
  [
    "Coffret d'épices",
    'Amel',
    'Yacine',
    { 28: ['publish'], 18: arranged, 9: ['pickUp', 'locate'], 4: ['start'], 1: ['deliver', 'thank'] },
    { trip: { inDays: 10, kg: 10 } },
  ],
  [
    'Poussette pliante',
    'Amel',
    'Karim',
    { 28: ['publish'], 18: arranged, 9: ['pickUp', 'locate'], 4: ['start'], 1: ['comeBack', 'explain'] },
    { trip: { inDays: 10, kg: 10 } },
  ],
  [
    'Manuels scolaires',
    'Lina',
    'Sofiane',
    {
      28: ['publish'],
      18: arranged,
      9: ['pickUp', 'locate', 'start'],
      4: ['comeBack', 'explain'],
      1: ['confirmReturn', 'understand'],
    },
    { trip: { inDays: 10, kg: 10 } },
  ],
  [
    'Lampe en cuivre',
    'Amel',
    'Karim',
    {
      28: ['publish'],
      18: [...asked, 'choose', 'accept'],
      9: ['pickUp', 'locate'],
      4: ['meetCustoms'],
      1: ['promiseInvoice'],
    },
  ],
  [
    'Jouets en bois',
    'Amel',
    'Sofiane',
    {
      28: ['publish'],
      18: [...asked, 'choose', 'accept'],
      9: ['pickUp', 'locate', 'lose', 'apologize'],
      4: ['believe'],
      1: ['decideLost'],
    },
  ],
  [
    'Lunettes de vue',
    'Lina',
    'Nadia',
    { 18: ['publish'], 9: [...asked, 'choose', 'accept'], 4: ['pickUp', 'locate'], 1: ['hearNothing'] },
  ],
  ['Service à thé', 'Camille', 'Karim', { 9: ['publish'], 4: asked, 1: ['accept'], 0.1: ['refuse'] }],
  ['Tapis de prière', 'Lina', 'Yacine', { 18: ['publish'], 9: asked, 4: ['choose', 'accept'], 1: ['cancel'] }],
  [
    'Machine à café',
    'Camille',
    'Karim',
    { 4: ['publish'], 1: ['greet', 'answer'], 0.1: ['propose', 'outbid'] },
    { rival: 'Sofiane', weight: '2,5' },
  ],
  [
    'Tenue de mariage',
    'Lina',
    'Nadia',
    { 4: ['publish'], 1: ['travel'], 0.1: ['invite'] },
    { trip: { inDays: 12, kg: 6 } },
  ],
  [
    'Outils de jardin',
    'Amel',
    'Yacine',
    { 9: ['publish'], 4: ['greet', 'answer'], 1: ['travel', 'accept', 'choose'], 0.1: ['weigh'] },
    { weight: '3,5', trip: { inDays: 9, kg: 12 } },
  ],
  ['Appareil photo', 'Amel', 'Nadia', { 18: ['publish'], 9: asked, 4: ['demand', 'pause'] }],
];

const pauseSeconds = 120;

export function deliveryStories(): (day: Day) => Promise<void> {
  const told = stories.map((story) => ({ story, state: { parcelId: '', version: 0, lastSeq: 0 } }));
  return async (day) => {
    const { named, clock } = day;
    const namesOf = ([, , , days]: Row) => days[day.ago] ?? [];
    const most = Math.max(...stories.map((story) => namesOf(story).length));
    for (let turn = 0; turn < most; turn += 1) {
      if (turn > 0) await clock.set(clock.offsetSeconds() + pauseSeconds);
      await Promise.all(
        told.map(async ({ story, state }) => {
          const [title, sender, carrier, , more = {}] = story;
          const people = { sender: named(sender), carrier: named(carrier), rival: named(more.rival ?? carrier) };
          const name = namesOf(story)[turn];
          if (name) await (acts[name] as Act)({ ...day, ...people }, state, { title, sender, ...more });
        }),
      );
    }
  };
}
