import type { Clock } from '../clock.ts';
import { carriedParcel } from './listings.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

interface Member {
  readonly userId: string;
  readonly caller: Caller;
}

/** Data that the acts of a story need. */
interface Scene {
  readonly site: SiteClient;
  readonly admin: Caller;
  readonly sender: Member;
  readonly carrier: Member;
  readonly photo: ChosenFile;
  readonly now: number;
}

interface Story {
  readonly title: string;
  /** By first names. */
  readonly sender: string;
  readonly carrier: string;
  /** Days before today with what happened then, in order; the last state is the one that the demo shows. */
  readonly days: readonly (readonly [daysAgo: number, ...acts: (keyof typeof acts)[]])[];
}

/** One parcel for each state of a delivery. The member who wrote last has nothing unread; the other often has. */
const stories: readonly Story[] = [
  {
    title: 'Valise de livres',
    sender: 'Amel',
    carrier: 'Karim',
    days: [
      [9, 'publish'],
      [4, 'greet'],
      [1, 'answer'],
      [0.1, 'suggest'],
    ],
  },
  {
    title: 'Cadeaux de naissance',
    sender: 'Lina',
    carrier: 'Sofiane',
    days: [
      [9, 'publish'],
      [4, 'greet'],
      [1, 'answer'],
      [0.1, 'suggest', 'accept'],
    ],
  },
  {
    title: 'Ordinateur portable',
    sender: 'Camille',
    carrier: 'Yacine',
    days: [
      [9, 'publish'],
      [4, 'greet', 'answer', 'suggest'],
      [1, 'choose', 'agree'],
    ],
  },
  {
    title: 'Sac de vêtements',
    sender: 'Amel',
    carrier: 'Sofiane',
    days: [
      [18, 'publish'],
      [9, 'greet'],
      [4, 'answer', 'suggest', 'choose', 'agree'],
      [1, 'accept'],
    ],
  },
  {
    title: 'Boîte de gâteaux',
    sender: 'Lina',
    carrier: 'Karim',
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest'],
      [4, 'choose', 'accept'],
      [1, 'pickUp', 'locate'],
      [0.1, 'report'],
    ],
  },
  {
    title: 'Dossier médical',
    sender: 'Camille',
    carrier: 'Nadia',
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest', 'choose', 'accept'],
      [4, 'pickUp'],
      [1, 'locate', 'start'],
      [0.1, 'ask'],
    ],
  },
  {
    title: "Coffret d'épices",
    sender: 'Amel',
    carrier: 'Yacine',
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'accept'],
      [9, 'pickUp', 'locate'],
      [4, 'start'],
      [1, 'deliver', 'thank'],
    ],
  },
  {
    title: 'Poussette pliante',
    sender: 'Amel',
    carrier: 'Karim',
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'accept'],
      [9, 'pickUp', 'locate'],
      [4, 'start'],
      [1, 'comeBack', 'explain'],
    ],
  },
  {
    title: 'Manuels scolaires',
    sender: 'Lina',
    carrier: 'Sofiane',
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'accept'],
      [9, 'pickUp', 'locate', 'start'],
      [4, 'comeBack', 'explain'],
      [1, 'confirmReturn', 'understand'],
    ],
  },
  {
    title: 'Service à thé',
    sender: 'Camille',
    carrier: 'Karim',
    days: [
      [9, 'publish'],
      [4, 'greet', 'answer', 'suggest'],
      [1, 'accept'],
      [0.1, 'refuse'],
    ],
  },
  {
    title: 'Tapis de prière',
    sender: 'Lina',
    carrier: 'Yacine',
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest'],
      [4, 'choose', 'accept'],
      [1, 'cancel'],
    ],
  },
  {
    title: 'Appareil photo',
    sender: 'Amel',
    carrier: 'Nadia',
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest'],
      [4, 'pause'],
    ],
  },
];

/** The parcel of a story as its last act has left it, and the newest message. */
interface State {
  parcelId: string;
  version: number;
  lastSeq: number;
}
type Act = (scene: Scene, state: State, story: Story) => Promise<void>;

type Side = 'sender' | 'carrier';
const others = { sender: 'carrier', carrier: 'sender' } as const;

/** Opening a conversation marks it as read. */
async function read(side: Side, scene: Scene, { parcelId, lastSeq }: State): Promise<void> {
  const params = { userId: scene[others[side]].userId };
  if (lastSeq > 0) await scene[side].caller.ok('markRead', { params, body: { parcelId, upToSeq: lastSeq } });
}

const says =
  (side: Side, content: string | ((story: Story) => string)): Act =>
  async (scene, state, story) => {
    await read(side, scene, state);
    const body = {
      recipientId: scene[others[side]].userId,
      parcelId: state.parcelId,
      content: typeof content === 'string' ? content : content(story),
    };
    state.lastSeq = (await scene[side].caller.ok('sendMessage', { body })).seq;
  };

async function prove({ site, carrier, photo }: Scene, { parcelId }: State, stage: 'pickup' | 'delivery') {
  const params = { parcelId };
  const uploadId = await site.upload(photo, (announced) =>
    carrier.caller.ok('requestProofUpload', { params, body: { stage, ...announced } }),
  );
  await carrier.caller.ok('addProof', { params, body: { uploadId } });
}

/** Where an act is at one version, with the version that it leaves. */
const at = ({ parcelId, version }: State) => ({ params: { parcelId }, version });

const acts = {
  publish: async ({ sender, admin, now }, state, { title }) => {
    const { id } = await sender.caller.ok('publishParcel', { body: carriedParcel(title, now) });
    await admin.ok('approveParcel', { params: { parcelId: id }, version: 1 });
    const { version } = await sender.caller.ok('readParcel', { params: { parcelId: id } });
    Object.assign(state, { parcelId: id, version });
  },
  greet: says('carrier', ({ sender }) => `Bonjour ${sender}, je pars bientôt pour Alger, je peux prendre votre colis.`),
  answer: says('sender', 'Bonjour, merci ! Où peut-on se retrouver pour la remise ?'),
  suggest: says('carrier', 'À la gare de Lyon, samedi matin, si cela vous convient.'),
  agree: says('sender', 'Samedi matin me convient. Je vous ai choisi comme transporteur.'),
  report: says('carrier', 'Je suis bien arrivé à Marseille, le bateau part ce soir.'),
  ask: says('sender', 'Bonjour Nadia, tout se passe bien ? Mon frère sera à la maison dès 18 h.'),
  thank: says('sender', 'Tout est arrivé en parfait état, merci beaucoup !'),
  explain: says('carrier', "Personne n'habite plus à l'adresse indiquée, je vous rapporte le colis."),
  understand: says('sender', 'Colis récupéré. Dommage pour cette fois, merci quand même.'),
  choose: async (scene, state) => {
    await read('sender', scene, state);
    const body = { carrierId: scene.carrier.userId };
    state.version = (await scene.sender.caller.ok('chooseCarrier', { ...at(state), body })).version;
  },
  accept: async (scene, state) => {
    await read('carrier', scene, state);
    state.version = (await scene.carrier.caller.ok('acceptDelivery', { ...at(state), body: {} })).version;
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
    state.version = (await scene.carrier.caller.ok('validatePickup', at(state))).version;
  },
  locate: async ({ carrier }, { parcelId }) => {
    const body = { city: 'Marseille', note: 'Le bateau part ce soir.' };
    await carrier.caller.ok('recordPosition', { params: { parcelId }, body });
  },
  start: async ({ carrier }, state) => {
    state.version = (await carrier.caller.ok('startDelivery', at(state))).version;
  },
  deliver: async (scene, state) => {
    await prove(scene, state, 'delivery');
    await scene.carrier.caller.ok('validateDelivery', at(state));
  },
  comeBack: async ({ carrier }, state) => {
    const body = { reason: "Le destinataire n'habite plus à cette adresse." };
    state.version = (await carrier.caller.ok('returnParcel', { ...at(state), body })).version;
  },
  confirmReturn: async ({ sender }, state) => {
    await sender.caller.ok('confirmReturn', at(state));
  },
} satisfies Readonly<Record<string, Act>>;

/** Between two acts of a day: all of them fit into the 15 minutes of an access token. */
const pauseSeconds = 120;

/** Tells the stories of the deliveries, one of the past days at a time. */
export function deliveryStories(clock: Clock) {
  const told = stories.map((story) => ({ story, state: { parcelId: '', version: 0, lastSeq: 0 } }));
  return {
    tell: async (
      daysAgo: number,
      { named, ...scene }: Omit<Scene, 'sender' | 'carrier'> & { named: (firstName: string) => Member },
    ): Promise<void> => {
      const today = told.map((one) => {
        const [, ...names] = one.story.days.find(([day]) => day === daysAgo) ?? [daysAgo];
        return { ...one, names };
      });
      const most = Math.max(...today.map(({ names }) => names.length));
      for (let turn = 0; turn < most; turn += 1) {
        if (turn > 0) await clock.set(clock.offsetSeconds() + pauseSeconds);
        await Promise.all(
          today.map(async ({ story, state, names }) => {
            const name = names[turn];
            const people = { sender: named(story.sender), carrier: named(story.carrier) };
            if (name) await (acts[name] as Act)({ ...scene, ...people }, state, story);
          }),
        );
      }
    },
  };
}
