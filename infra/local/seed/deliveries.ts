import type { Clock } from '../clock.ts';
import { type Act, acts, type Member, type Scene, type Story } from './delivery-acts.ts';

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
    weight: '3,5',
    trip: { inDays: 8, kg: 8 },
    days: [
      [18, 'publish'],
      [9, 'greet'],
      [4, 'answer', 'suggest', 'choose', 'agree', 'travel'],
      [1, 'accept'],
    ],
  },
  {
    title: 'Boîte de gâteaux',
    sender: 'Lina',
    carrier: 'Karim',
    weight: '3',
    trip: { inDays: 6, kg: 3 },
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest'],
      [4, 'choose', 'travel', 'accept'],
      [1, 'pickUp', 'locate'],
      [0.1, 'report'],
    ],
  },
  {
    title: 'Dossier médical',
    sender: 'Camille',
    carrier: 'Nadia',
    trip: { inDays: 6, kg: 5 },
    days: [
      [18, 'publish'],
      [9, 'greet', 'answer', 'suggest', 'choose', 'travel', 'accept'],
      [4, 'pickUp'],
      [1, 'locate', 'start'],
      [0.1, 'ask'],
    ],
  },
  {
    title: "Coffret d'épices",
    sender: 'Amel',
    carrier: 'Yacine',
    trip: { inDays: 10, kg: 10 },
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'travel', 'accept'],
      [9, 'pickUp', 'locate'],
      [4, 'start'],
      [1, 'deliver', 'thank'],
    ],
  },
  {
    title: 'Poussette pliante',
    sender: 'Amel',
    carrier: 'Karim',
    trip: { inDays: 10, kg: 10 },
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'travel', 'accept'],
      [9, 'pickUp', 'locate'],
      [4, 'start'],
      [1, 'comeBack', 'explain'],
    ],
  },
  {
    title: 'Manuels scolaires',
    sender: 'Lina',
    carrier: 'Sofiane',
    trip: { inDays: 10, kg: 10 },
    days: [
      [28, 'publish'],
      [18, 'greet', 'answer', 'suggest', 'choose', 'travel', 'accept'],
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
    title: 'Machine à café',
    sender: 'Camille',
    carrier: 'Karim',
    rival: 'Sofiane',
    weight: '2,5',
    days: [
      [4, 'publish'],
      [1, 'greet', 'answer'],
      [0.1, 'propose', 'outbid'],
    ],
  },
  {
    title: 'Tenue de mariage',
    sender: 'Lina',
    carrier: 'Nadia',
    trip: { inDays: 12, kg: 6 },
    days: [
      [4, 'publish'],
      [1, 'travel'],
      [0.1, 'invite'],
    ],
  },
  {
    title: 'Outils de jardin',
    sender: 'Amel',
    carrier: 'Yacine',
    weight: '3,5',
    trip: { inDays: 9, kg: 12 },
    days: [
      [9, 'publish'],
      [4, 'greet', 'answer'],
      [1, 'travel', 'accept', 'choose'],
      [0.1, 'weigh'],
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

const pauseSeconds = 120;

export function deliveryStories(clock: Clock) {
  const told = stories.map((story) => ({ story, state: { parcelId: '', version: 0, lastSeq: 0 } }));
  return {
    tell: async (
      daysAgo: number,
      { named, ...scene }: Omit<Scene, 'sender' | 'carrier' | 'rival'> & { named: (firstName: string) => Member },
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
            const people = {
              sender: named(story.sender),
              carrier: named(story.carrier),
              rival: named(story.rival ?? story.carrier),
            };
            if (name) await (acts[name] as Act)({ ...scene, ...people }, state, story);
          }),
        );
      }
    },
  };
}
