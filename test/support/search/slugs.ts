import { type Slugs, slugsIn } from '#functions/corridors/slugs.ts';
import { slugFiles } from '#infra/places/build.ts';
import { keyed } from '#infra/places/shards.ts';

type SmallPlace = readonly [id: number, name: string, country: string, region: string, population: number];

const few: readonly SmallPlace[] = [
  [2988507, 'Paris', 'FR', '', 2_100_000],
  [2996944, 'Lyon', 'FR', '', 520_000],
  [2507480, 'Alger', 'DZ', '', 2_000_000],
  [2485926, 'Oran', 'DZ', '', 650_000],
  [2980916, 'Saint-Denis', 'FR', 'Seine-Saint-Denis', 110_000],
  [2980915, 'Saint-Denis', 'FR', 'Aude', 500],
  [935264, 'Saint-Denis', 'RE', '', 150_000],
  [3038354, 'Aix-en-Provence', 'FR', '', 145_000],
  [2507901, 'Aïn Témouchent', 'DZ', '', 75_000],
];

/** The slugs of these places, from files as the build writes them. */
export function slugsOf(places: readonly SmallPlace[]): Slugs {
  const { lines, ids } = slugFiles(
    keyed(
      places.map(([id, name, country, region, population]) => ({
        id,
        name,
        country,
        region,
        population,
        isDistrict: false,
        others: new Set<string>(),
        parts: new Set<string>(),
        codes: new Set<string>(),
      })),
    ),
  );
  return slugsIn(lines, ids);
}

/** Some places of the data; three of them are called Saint-Denis. */
export const fewSlugs = async (): Promise<Slugs> => slugsOf(few);
