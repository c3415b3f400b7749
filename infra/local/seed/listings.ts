import type * as z from 'zod/mini';
import type { Content } from '#shared/parcels/contents.ts';
import type { NewParcel, NewParcel as ParcelSchema } from '#shared/parcels/fields.ts';
import type { NewTrip } from '#shared/trips/contract.ts';
import type { Day, Person } from './accounts.ts';

type ParcelInput = z.input<typeof ParcelSchema>;
type PlaceInput = NewParcel['pickup'];

const place = (countryCode: string, city: string, placeId: string): PlaceInput => ({ countryCode, city, placeId });
const cities = {
  paris: place('FR', 'Paris', '2988507'),
  marseille: place('FR', 'Marseille', '2995469'),
  lyon: place('FR', 'Lyon', '2996944'),
  lille: place('FR', 'Lille', '2998324'),
  toulouse: place('FR', 'Toulouse', '2972315'),
  nice: place('FR', 'Nice', '2990440'),
  strasbourg: place('FR', 'Strasbourg', '2973783'),
  nantes: place('FR', 'Nantes', '2990969'),
  alger: place('DZ', 'Alger', '2507480'),
  oran: place('DZ', 'Oran', '2485926'),
  constantine: place('DZ', 'Constantine', '2501152'),
  bejaia: place('DZ', 'Béjaïa', '2505329'),
  annaba: place('DZ', 'Annaba', '2506999'),
  setif: place('DZ', 'Sétif', '2481700'),
  tlemcen: place('DZ', 'Tlemcen', '2475687'),
  tunis: place('TN', 'Tunis', '2464470'),
  casablanca: place('MA', 'Casablanca', '2553604'),
  montreal: place('CA', 'Montréal', '6077243'),
  bruxelles: place('BE', 'Bruxelles', '2800866'),
  londres: place('GB', 'Londres', '2643743'),
} as const;

const corridors: readonly (readonly [PlaceInput, PlaceInput])[] = [
  [cities.paris, cities.alger],
  [cities.marseille, cities.alger],
  [cities.lyon, cities.setif],
  [cities.alger, cities.paris],
  [cities.paris, cities.oran],
  [cities.marseille, cities.annaba],
  [cities.toulouse, cities.oran],
  [cities.lille, cities.bejaia],
  [cities.oran, cities.marseille],
  [cities.paris, cities.constantine],
  [cities.nice, cities.tunis],
  [cities.strasbourg, cities.bejaia],
  [cities.paris, cities.casablanca],
  [cities.nantes, cities.tlemcen],
  [cities.bruxelles, cities.alger],
  [cities.montreal, cities.alger],
  [cities.londres, cities.paris],
];

type Goods = readonly [description: string, contents: Content[]];

const of = (category: Content['category'], count: number, what?: string): Content => ({
  category,
  count,
  ...(what ? { what } : {}),
});

const goods: readonly (readonly [title: string, ...Goods, weight: string, size: ParcelInput['size']])[] = [
  [
    'Documents administratifs',
    'Une enveloppe de documents à donner en main propre.',
    [of('papers', 4, 'actes de naissance et procuration')],
    '0,3',
    'small',
  ],
  [
    "Vêtements d'enfant",
    "Vêtements d'hiver pour mes neveux, pliés dans un sac.",
    [of('clothes', 9, "manteaux et pulls d'enfant"), of('toys', 2)],
    '3,5',
    'medium',
  ],
  [
    'Gâteaux de mariage',
    'Deux boîtes de gâteaux faits maison, à garder à plat.',
    [of('pastries', 2, 'gâteaux secs aux amandes')],
    '4',
    'medium',
  ],
  ['Livres universitaires', 'Six livres de droit pour ma sœur étudiante.', [of('papers', 6)], '5,2', 'medium'],
  [
    'Téléphone réparé',
    'Un téléphone dans sa boîte, avec sa facture.',
    [of('phone', 1), of('papers', 1, 'facture')],
    '0,6',
    'small',
  ],
  ['Dattes Deglet Nour', 'Un carton de dattes, emballage alimentaire.', [of('dates', 12)], '6', 'large'],
  [
    'Lunettes de vue',
    'Une paire de lunettes dans son étui rigide.',
    [of('other', 1, 'lunettes de vue dans leur étui')],
    '0.2',
    'small',
  ],
  [
    'Trousseau de bébé',
    'Petits vêtements et une couverture tricotée.',
    [of('clothes', 8), of('gifts', 1, 'couverture tricotée')],
    '2,4',
    'medium',
  ],
  [
    'Pièce de machine à coudre',
    'Une pièce mécanique emballée, sans huile.',
    [of('parts', 1, 'neuve, dans son emballage')],
    '1,8',
    'small',
  ],
  ['Robe kabyle', 'Une robe brodée, sous housse.', [of('clothes', 1, 'robe brodée'), of('gifts', 3)], '1,5', 'medium'],
];

/** Description and contents of the parcels of the stories, by their titles. */
const storyGoods: Readonly<Record<string, Goods>> = {
  'Valise de livres': ['Des romans et des manuels, dans une petite valise.', [of('papers', 22)]],
  'Cadeaux de naissance': [
    'Des habits et un doudou pour un nouveau-né.',
    [of('clothes', 5), of('toys', 3), of('gifts', 1)],
  ],
  'Ordinateur portable': [
    'Un ordinateur avec son chargeur et sa facture, dans sa housse.',
    [of('electronics', 1, 'ordinateur portable'), of('papers', 1, 'facture')],
  ],
  'Sac de vêtements': ["Des vêtements d'hiver, pliés dans un sac.", [of('clothes', 14)]],
  'Boîte de gâteaux': ['Des gâteaux secs faits maison, à garder à plat.', [of('pastries', 3), of('grocery', 1)]],
  'Dossier médical': ['Une pochette de comptes rendus et de radios.', [of('papers', 1)]],
  "Coffret d'épices": ['Douze épices en pots fermés, dans un coffret.', [of('grocery', 12)]],
  'Poussette pliante': ['Une poussette pliée, dans sa housse.', [of('toys', 1, 'poussette pliante')]],
  'Manuels scolaires': ['Les livres de classe de mon neveu.', [of('papers', 9)]],
  'Lampe en cuivre': ['Une lampe de table, emballée dans du carton.', [of('household', 1)]],
  'Jouets en bois': ['Un train et trois puzzles pour mes cousins.', [of('toys', 4)]],
  'Lunettes de vue': ['Une paire de lunettes dans son étui rigide.', [of('other', 1, 'lunettes de vue')]],
  'Service à thé': ['Un plateau et six verres, emballés un par un.', [of('household', 7)]],
  'Tapis de prière': ['Deux tapis roulés.', [of('household', 2)]],
  'Machine à café': [
    'Une machine neuve dans son carton, avec sa facture.',
    [of('appliance', 1), of('papers', 1, 'facture')],
  ],
  'Tenue de mariage': ['Une tenue sous housse et ses chaussures.', [of('clothes', 3), of('cosmetics', 1)]],
  'Outils de jardin': ['Un sécateur et trois petits outils, sans batterie.', [of('parts', 4)]],
  'Appareil photo': ['Un appareil et son objectif, dans leur étui.', [of('electronics', 2)]],
};

const dayAfter = (from: number, days: number) => new Date(from + days * 86_400_000).toISOString().slice(0, 10);
const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The `index`-th parcel, published at `now` (milliseconds). */
function parcel(index: number, now: number): ParcelInput {
  const [pickup, delivery] = at(corridors, index * 3 + Math.floor(index / 7));
  const [title, description, contents, weight, size] = at(goods, index);
  return {
    title,
    description,
    contents,
    pickup,
    delivery,
    weight,
    size,
    deadline: dayAfter(now, 20 + ((index * 7) % 40)),
    isFragile: index % 4 === 2,
    ...(index % 3 === 0 ? {} : { price: { amount: 1000 + ((index * 500) % 4000), currency: 'EUR' as const } }),
  };
}

const transports = ['plane', 'plane', 'boat', 'car', 'plane', 'bus', 'train', 'truck'] as const;

/** The `index`-th trip, published at `now` (milliseconds), travelling `inDays` later. */
export function trip(index: number, now: number, inDays: number): NewTrip {
  const [depart, arrival] = at(corridors, index * 5 + 1);
  const transport = at(transports, index);
  const byRoad = transport === 'car' || transport === 'bus' || transport === 'truck';
  return {
    depart,
    arrival,
    stops: byRoad && depart.city === 'Paris' ? [cities.lyon] : [],
    transport,
    travelDate: dayAfter(now, inDays),
    maxWeightKg: 2 + ((index * 3) % 18),
    maxSize: at(['small', 'medium', 'large'] as const, index),
    acceptsFragile: index % 2 === 0,
    acceptsElectronics: index % 3 === 0,
    ...(index % 3 === 0
      ? { priceType: 'negotiable' as const }
      : {
          priceType: index % 3 === 1 ? ('per_kg' as const) : ('fixed' as const),
          price: { amount: index % 3 === 1 ? 800 : 4000, currency: 'EUR' as const },
        }),
    ...(index % 2 === 0 ? { notes: 'Rendez-vous possible à la gare ou en centre-ville.' } : {}),
  };
}

export function carriedParcel(title: string, now: number): ParcelInput {
  const usual = parcel(1, now);
  const [description, contents] = storyGoods[title] ?? [usual.description, usual.contents];
  return {
    ...usual,
    title,
    description,
    contents,
    pickup: cities.paris,
    delivery: cities.alger,
    deadline: dayAfter(now, 45),
  };
}

export const carryingTrip = (now: number, { inDays, kg }: { inDays: number; kg: number }): NewTrip => ({
  depart: cities.paris,
  arrival: cities.alger,
  stops: [],
  transport: 'plane',
  travelDate: dayAfter(now, inDays),
  maxWeightKg: kg,
  maxSize: 'medium',
  acceptsFragile: true,
  acceptsElectronics: true,
  priceType: 'per_kg',
  price: { amount: 800, currency: 'EUR' },
  notes: "Rendez-vous possible à l'aéroport ou en centre-ville.",
});

const parcelCount = 60;
const tripCount = 40;

/** The days on which listings are published, in equal shares; some of the last share wait for their approval. */
const publishingDays = [28, 18, 9, 4, 1];
const isLast = ({ ago }: Day) => ago === publishingDays.at(-1);

function shareOf(count: number, { ago }: Day): number[] {
  const share = count / publishingDays.length;
  const round = publishingDays.indexOf(ago);
  return round < 0 ? [] : Array.from({ length: share }, (_, index) => round * share + index);
}

const owner = (people: readonly Person[], index: number): Person => people[index % people.length] as Person;

export async function publishParcels(day: Day): Promise<void> {
  const { people, admin, now } = day;
  await inTurns(shareOf(parcelCount, day), async (index) => {
    const { id: parcelId } = await owner(people, index).caller.ok('publishParcel', { body: parcel(index, now) });
    const call = { params: { parcelId }, version: 1 };
    if (isLast(day) && index % 3 === 0) return;
    if (index % 29 === 28)
      await admin.ok('rejectParcel', { ...call, body: { reason: 'Décrivez précisément le contenu du colis.' } });
    else await admin.ok('approveParcel', call);
  });
}

/** Members publish the day's share of the trips, and the administrator decides. Returns the approved ones. */
export async function publishTrips(day: Day): Promise<string[]> {
  const { people, admin, now } = day;
  const approved: string[] = [];
  await inTurns(shareOf(tripCount, day), async (index) => {
    const body = trip(index, now, 3 + ((index * 4) % 30));
    const { id: tripId } = await owner(people, index + 1).caller.ok('publishTrip', { body });
    const call = { params: { tripId }, version: 1 };
    if (isLast(day) && index % 3 === 1) return;
    if (index % 19 === 18)
      await admin.ok('rejectTrip', { ...call, body: { reason: 'La date du trajet est incohérente.' } });
    else {
      await admin.ok('approveTrip', call);
      approved.push(tripId);
    }
  });
  return approved;
}

/** A few at a time: fast, with a stable order of owners. */
async function inTurns<T>(list: readonly T[], act: (one: T) => Promise<void>, together = 4): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
    }),
  );
}
