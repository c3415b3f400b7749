import { readFile } from 'node:fs/promises';
import type { Place } from '#shared/values/fields.ts';
import { countryName, slugOf } from '#shared/values/places.ts';

export interface SluggedPlace {
  readonly slug: string;
  readonly place: Place & { readonly placeId: string };
  /** Decibels of its inhabitants, as suggestions weigh places. */
  readonly weight: number;
}

export interface Slugs {
  /** The place of a slug, or of a name followed by the id of the place. */
  readonly bySlug: (slug: string) => SluggedPlace | undefined;
  readonly byId: (placeId: string) => SluggedPlace | undefined;
}

const [tab, lineEnd] = [9, 10];
/** Bytes of an id with its offset. */
const idBytes = 8;

/** Reads the files of `infra/places/build.ts` where they are: nothing is parsed but the lines that are asked for. */
export function slugsIn(lines: Buffer, ids: Buffer): Slugs {
  function exactly(slug: string): SluggedPlace | undefined {
    const wanted = Buffer.from(slug);
    let [low, high] = [0, lines.length];
    while (low < high) {
      const start = lines.lastIndexOf(lineEnd, Math.floor((low + high) / 2) - 1) + 1;
      const order = lines.compare(wanted, 0, wanted.length, start, lines.indexOf(tab, start));
      if (order === 0) return lineAt(lines, start);
      if (order < 0) low = lines.indexOf(lineEnd, start) + 1;
      else high = start;
    }
    return undefined;
  }

  function byId(placeId: string): SluggedPlace | undefined {
    const wanted = Number(placeId);
    let [low, high] = [0, ids.length / idBytes];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const id = ids.readUInt32LE(middle * idBytes);
      if (id === wanted) return lineAt(lines, ids.readUInt32LE(middle * idBytes + 4));
      if (id < wanted) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  function withId(slug: string): SluggedPlace | undefined {
    const [, name, id] = /^(.+)-(\d{1,10})$/.exec(slug) ?? [];
    const place = id === undefined ? undefined : byId(id);
    return place && slugOf(place.place.city) === name ? place : undefined;
  }

  return { bySlug: (slug) => exactly(slug) ?? withId(slug), byId };
}

function lineAt(lines: Buffer, start: number): SluggedPlace {
  const line = lines.toString('utf8', start, lines.indexOf(lineEnd, start));
  const [slug = '', placeId = '', countryCode = '', city = '', weight] = line.split('\t');
  const country = countryName(countryCode) ?? countryCode;
  return { slug, place: { city, country, countryCode, placeId }, weight: Number(weight) };
}

export function shippedSlugs(): () => Promise<Slugs> {
  let slugs: Promise<Slugs> | undefined;
  const read = (name: string) => readFile(new URL(`./slugs/${name}`, import.meta.url));
  return () => {
    slugs ??= Promise.all([read('lines.tsv'), read('ids.bin')]).then(([lines, ids]) => slugsIn(lines, ids));
    return slugs;
  };
}
