import { slugsIn } from '#functions/corridors/slugs.ts';
import { keyed } from '#infra/places/shards.ts';
import { slugFiles } from '#infra/places/slugs.ts';

/** [id, name, country, region, population] */
const places = [
  [2988507, 'Paris', 'FR', '', 2_100_000],
  [2996944, 'Lyon', 'FR', '', 520_000],
  [2507480, 'Alger', 'DZ', '', 2_000_000],
  [2485926, 'Oran', 'DZ', '', 650_000],
  [2980916, 'Saint-Denis', 'FR', 'Île-de-France', 110_000],
  [935264, 'Saint-Denis', 'RE', '', 150_000],
  [3038354, 'Aix-en-Provence', 'FR', '', 145_000],
  [2507901, 'Aïn Témouchent', 'DZ', '', 75_000],
] as const;

export const fewSlugs = async () => {
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
};
