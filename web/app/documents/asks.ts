import { matchPath } from 'react-router-dom';
import type { Answered, Ask, AskCall } from '#shared/documents/ask.ts';
import { paths, patterns } from '#shared/site/paths.ts';
import { corridorSearch, type ReadCorridor } from '#web/features/corridors/corridor.ts';
import { listQuery } from '#web/features/search/filters.ts';

const searches = (parcels: AskCall['query'] = {}, trips: AskCall['query'] = parcels): Ask[] => [
  { slice: 'search', row: 'searchParcels', call: { query: parcels } },
  { slice: 'search', row: 'searchTrips', call: { query: trips } },
];

/** The queries of the page at this address, as its components send them, without the answered ones. */
export function asksOf(address: string, answers: readonly Answered[] = []): Ask[] {
  const { pathname, searchParams } = new URL(address, 'https://site');
  const corridor = [patterns.parcelCorridor, patterns.tripCorridor].flatMap(
    (pattern) => matchPath(pattern, decodeURI(pathname))?.params.corridor ?? [],
  )[0];
  if (corridor !== undefined) return corridorAsks(corridor, searchParams, answers);
  if (answers.length > 0) return [];
  if (matchPath(paths.home, pathname)) return [...searches(), { slice: 'corridors', row: 'readCorridors' }];
  return matchPath(paths.findParcels, pathname)
    ? searches(listQuery(searchParams, 'parcel'), listQuery(searchParams, 'trip'))
    : [];
}

function corridorAsks(corridor: string, query: URLSearchParams, answers: readonly Answered[]): Ask[] {
  if (answers.length === 0) {
    const ends = { fromPlace: query.get('fromPlace') ?? undefined, toPlace: query.get('toPlace') ?? undefined };
    return [{ slice: 'corridors', row: 'readCorridor', call: { params: { corridor }, query: ends } }];
  }
  const reply = corridorIn(answers);
  return reply && answers.length === 1 ? searches(corridorSearch(reply)) : [];
}

export const corridorIn = (answers: readonly Answered[]): ReadCorridor | undefined =>
  answers.find(([{ row }]) => row === 'readCorridor')?.[1] as ReadCorridor | undefined;
