import {
  exactBonus,
  keysOfText,
  longerNameMargin,
  maxSuggestions,
  nameKey,
  type PlaceRow,
  soundOf,
} from '#shared/values/place-names.ts';
import type { City } from '#shared/values/places.ts';

type Branches = Readonly<Record<string, string>>;
interface Index {
  version: string;
  branches: Readonly<Record<string, Branches>>;
}
type ReadJson = (path: string) => Promise<unknown>;

/** One way to search for a text: the places of a space that have such a key. */
interface Look {
  readonly space: string;
  readonly key: string;
}

const minLength = 2;

/**
 * Search of places over static shards (`infra/places`). Loaded shards stay in memory, so `knownCities` answers most
 * keystrokes immediately; `searchCities` loads missing shards.
 */
export function openCities(readJson: ReadJson) {
  const loaded = new Map<string, unknown>();
  const loading = new Map<string, Promise<unknown>>();

  /** Two callers share one request; a failed one can be retried. */
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

  const indexPath = 'index.json';
  const pathIn = (index: Index, { space, key }: Look) => {
    const prefix = shardOf(index.branches[space] ?? {}, key);
    return prefix === undefined ? undefined : `${index.version}/${space}/_${prefix}.json`;
  };

  /** The answer when it needs no request; otherwise undefined. */
  function knownCities(text: string, countryCode?: string): City[] | undefined {
    const index = loaded.get(indexPath) as Index | undefined;
    for (const look of looksFor(text, countryCode)) {
      if (!index) return undefined;
      const path = pathIn(index, look);
      if (path === undefined) continue;
      const rows = loaded.get(path) as readonly PlaceRow[] | undefined;
      if (!rows) return undefined;
      const cities = pick(rows, look, countryCode);
      if (cities.length > 0) return cities;
    }
    return [];
  }

  /**
   * Ten places at most for 2 letters or more (product 2.9), from the country if it has any. First those with a
   * name or postcode that begins with the text, then with the text without common additions, then those that sound like
   * it. Rejects when the data does not load.
   */
  async function searchCities(text: string, countryCode?: string, signal?: AbortSignal): Promise<City[]> {
    for (const look of looksFor(text, countryCode)) {
      const path = pathIn((await load(indexPath)) as Index, look);
      signal?.throwIfAborted();
      if (path === undefined) continue;
      const cities = pick((await load(path)) as readonly PlaceRow[], look, countryCode);
      signal?.throwIfAborted();
      if (cities.length > 0) return cities;
    }
    return [];
  }

  return { knownCities, searchCities };
}

/** Ways to search for a text, each used only if the earlier ones find nothing. */
function looksFor(text: string, countryCode: string | undefined): Look[] {
  const sound = soundOf(text);
  // A postcode belongs to the chosen country, if one is chosen.
  const spaces = countryCode ? (/^\d+$/.test(nameKey(text)) ? [countryCode] : [countryCode, 'world']) : ['world'];
  const keys = keysOfText(text).filter((key) => key.length >= minLength);
  return [
    ...spaces.flatMap((space) => keys.map((key) => ({ space, key }))),
    ...(sound === undefined ? [] : [{ space: 'sounds', key: sound }]),
  ];
}

/** The prefix of the shard for this text; undefined if no place starts with it. */
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

/** Names that sound alike must match as a whole, in the country if it has any. */
function pick(rows: readonly PlaceRow[], { space, key }: Look, countryCode: string | undefined): City[] {
  const isSound = space === 'sounds';
  const all = rows.flatMap((row) => {
    const isWhole = row.indexOf(key, firstKey) >= 0;
    if (!isWhole && (isSound || !row.some((own, at) => at >= firstKey && String(own).startsWith(key)))) return [];
    return [{ row, isWhole, weight: row[4] + (isWhole ? exactBonus : 0) }];
  });
  const here = isSound ? all.filter(({ row }) => row[2] === countryCode) : [];
  const found = (here.length > 0 ? here : all).sort((a, b) => b.weight - a.weight).slice(0, maxSuggestions);
  const [first, ...others] = found;
  const isMeant =
    !isSound &&
    first?.isWhole &&
    (countryCode === undefined || first.row[2] === countryCode) &&
    others.every((one) => (one.isWhole ? isMuchLess(one, first) : !isMuchMore(one, first)));
  return found.map(({ row: [id, name, country, region] }, at) => ({
    placeId: String(id),
    name,
    countryCode: country,
    ...(region ? { region } : {}),
    ...(isMeant && at === 0 ? { isMeant } : {}),
  }));
}

interface Found {
  readonly row: PlaceRow;
  readonly weight: number;
}

const isMuchLess = (one: Found, first: Found): boolean =>
  one.weight <= first.weight - (one.row[2] === first.row[2] ? 10 : 20);

const isMuchMore = (longer: Found, whole: Found): boolean =>
  longer.weight >= whole.weight - exactBonus + longerNameMargin;

const firstKey = 5;

const timeoutMs = 5000;

export const { knownCities, searchCities } = openCities(async (path) => {
  const response = await fetch(`/places/${path}`, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`Places: ${response.status}`);
  return response.json();
});
