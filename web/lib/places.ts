import { type City, foldPlace } from '#shared/values/places.ts';

type Row = readonly [id: number, name: string, country: string, region: string, other?: string];
type Branches = Readonly<Record<string, string>>;
type Index = { version: string; branches: Readonly<Record<string, Branches>> };
type ReadJson = (path: string) => Promise<unknown>;

const minLength = 2;
const maxResults = 10;

/**
 * Search of cities over static shards (`infra/places`). Loaded shards stay in memory, so that during typing most
 * keystrokes are answered at once by `knownCities`; `searchCities` loads missing shards.
 */
export function openCities(readJson: ReadJson) {
  const loaded = new Map<string, unknown>();
  const loading = new Map<string, Promise<unknown>>();

  /** Two callers share one request; a failed one may be tried again. */
  const load = async (path: string): Promise<unknown> => {
    if (loaded.has(path)) return loaded.get(path);
    const request = loading.get(path) ?? readJson(path);
    loading.set(path, request);
    try {
      const data = await request;
      loaded.set(path, data);
      return data;
    } finally {
      loading.delete(path);
    }
  };

  const indexPath = 'current.json';
  const pathIn = (index: Index, key: string, countryCode?: string) => {
    const space = countryCode ?? 'world';
    const prefix = shardOf(index.branches[space] ?? {}, key);
    return prefix === undefined ? undefined : `${index.version}/${space}/_${prefix.replaceAll(' ', '-')}.json`;
  };

  /** The answer when it needs no request; otherwise undefined. */
  function knownCities(text: string, countryCode?: string): City[] | undefined {
    const key = foldPlace(text);
    if (key.length < minLength) return [];
    const index = loaded.get(indexPath) as Index | undefined;
    if (!index) return undefined;
    const path = pathIn(index, key, countryCode);
    if (path === undefined) return [];
    const rows = loaded.get(path) as readonly Row[] | undefined;
    return rows && pick(rows, key);
  }

  /**
   * At most 10 cities whose name begins with the text of 2 letters or more (product 2.9). Rejects when the data does
   * not load.
   */
  async function searchCities(text: string, countryCode?: string, signal?: AbortSignal): Promise<City[]> {
    const key = foldPlace(text);
    if (key.length < minLength) return [];
    const path = pathIn((await load(indexPath)) as Index, key, countryCode);
    signal?.throwIfAborted();
    if (path !== undefined) await load(path);
    signal?.throwIfAborted();
    return knownCities(text, countryCode) ?? [];
  }

  return { knownCities, searchCities };
}

/** The prefix of the shard for this text, undefined when no city starts with it. */
function shardOf(branches: Branches, key: string): string | undefined {
  let prefix = '';
  for (const letter of key) {
    const next = branches[prefix];
    if (next === undefined) break;
    if (!next.includes(letter)) return undefined;
    prefix += letter;
  }
  return prefix;
}

/** The folded names of a shard's rows, computed once for all keystrokes, because folding is the most expensive step. */
const foldedNames = new WeakMap<readonly Row[], readonly (readonly string[])[]>();

function namesIn(rows: readonly Row[]): readonly (readonly string[])[] {
  const names =
    foldedNames.get(rows) ?? rows.map(([, name, , , other]) => [name, ...(other ? [other] : [])].map(foldPlace));
  foldedNames.set(rows, names);
  return names;
}

/** Rows are stored best first; a name that is exactly the text comes before them all. */
function pick(rows: readonly Row[], key: string): City[] {
  const names = namesIn(rows);
  const found = rows.map((row, index) => ({ row, names: names[index] ?? [] }));
  const matching = found.filter((one) => one.names.some((name) => name.startsWith(key)));
  const isExact = (one: { names: readonly string[] }) => one.names.includes(key);
  return [...matching.filter(isExact), ...matching.filter((one) => !isExact(one))]
    .slice(0, maxResults)
    .map(({ row: [id, name, countryCode, region] }) => ({
      placeId: String(id),
      name,
      countryCode,
      ...(region ? { region } : {}),
    }));
}

const timeoutMs = 5000;

export const { knownCities, searchCities } = openCities(async (path) => {
  const response = await fetch(`/places/${path}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`Places: ${response.status}`);
  return response.json();
});
