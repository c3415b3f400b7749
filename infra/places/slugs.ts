import { countryName, slugOf } from '#shared/values/places.ts';
import type { KeyedPlace } from './shards.ts';

export interface SlugFiles {
  /** A line for each place, `slug id country name weight` between tabs, in the order of the bytes of the slugs. */
  readonly lines: Buffer;
  /** Eight bytes for each place in the order of ids: its id and the offset of its line, little-endian. */
  readonly ids: Buffer;
}

type Slugged = KeyedPlace & { readonly slug: string };

/** The files for places given best first. */
export function slugFiles(places: readonly KeyedPlace[]): SlugFiles {
  const slugged = withSlugs(places)
    .map((place) => ({ ...place, bytes: Buffer.from(place.slug) }))
    .toSorted((a, b) => Buffer.compare(a.bytes, b.bytes));
  const lines = slugged.map(({ slug, id, country, name, weight }) =>
    Buffer.from(`${[slug, id, country, name, weight].join('\t')}\n`),
  );
  let offset = 0;
  const offsets = slugged.map(({ id }, at) => {
    const own = { id, offset };
    offset += lines[at]?.length ?? 0;
    return own;
  });
  const ids = Uint32Array.from(offsets.toSorted((a, b) => a.id - b.id).flatMap((own) => [own.id, own.offset]));
  return { lines: Buffer.concat(lines), ids: Buffer.from(ids.buffer) };
}

/**
 * The best place of a name has the bare slug. A further one adds its department, wilaya or region, then its country, at
 * last its id.
 */
function withSlugs(places: readonly KeyedPlace[]): Slugged[] {
  const taken = new Set<string>();
  const named = places.filter(({ name }) => slugOf(name) !== '');
  const bare = new Map(named.toReversed().map((place) => [slugOf(place.name), place]));
  for (const slug of bare.keys()) taken.add(slug);
  return named.map((place) => {
    const name = slugOf(place.name);
    if (bare.get(name) === place) return { ...place, slug: name };
    const additions = [place.department ?? place.region, countryName(place.country) ?? '', String(place.id)];
    const free = additions
      .filter((addition) => addition !== '')
      .map((addition) => `${name}-${slugOf(addition)}`)
      .find((slug) => !taken.has(slug));
    if (free === undefined) throw new Error(`No slug is free for ${place.name} (${place.id})`);
    taken.add(free);
    return { ...place, slug: free };
  });
}
