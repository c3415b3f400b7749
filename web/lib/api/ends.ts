import type { Query, QueryClient } from '@tanstack/react-query';

/** The longest wait of a browser's timer. */
const longestMs = 2 ** 31 - 1;

/** When an object with an end was first seen to end, by this device's clock, for each name of an end. */
const ends = {
  until: new WeakMap<object, number>(),
  endsAt: new WeakMap<object, number>(),
  answerBy: new WeakMap<object, number>(),
};
type EndName = keyof typeof ends;

/**
 * Asks each answer again when an end in it (`until`, `endsAt`, `answerBy`) has passed by the server's time (`at`): what
 * waits there is over. Returns a function that stops it.
 */
export function askAtEnds(queries: QueryClient): () => void {
  const cache = queries.getQueryCache();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const forget = ({ queryHash }: Query) => {
    clearTimeout(timers.get(queryHash));
    timers.delete(queryHash);
  };
  const follow = (query: Query) => {
    forget(query);
    const end = firstEnd(query.state.data, query.state.dataUpdatedAt);
    if (end === undefined) return;
    const ask = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    timers.set(query.queryHash, setTimeout(ask, Math.min(Math.max(0, end - Date.now()), longestMs)));
  };
  for (const query of cache.getAll()) follow(query);
  const stop = cache.subscribe(({ type, query, ...event }) => {
    if (type === 'removed') forget(query);
    if (type === 'updated' && 'action' in event && event.action.type === 'success') follow(query);
  });
  return () => {
    stop();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

function firstEnd(answer: unknown, arrivedAt: number): number | undefined {
  let server = '';
  const holders: { readonly of: object; readonly name: EndName; readonly end: string }[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('at' in value && typeof value.at === 'string' && value.at > server) server = value.at;
    for (const name of ['until', 'endsAt', 'answerBy'] as const) {
      const end = (value as Partial<Record<EndName, unknown>>)[name];
      if (typeof end === 'string') holders.push({ of: value, name, end });
    }
    for (const inner of Object.values(value)) visit(inner);
  };
  visit(answer);
  // The server already shows an earlier end as over: the page would ask without end.
  const found = holders
    .filter(({ end }) => server !== '' && end > server)
    .map(({ of, name, end }) => {
      const ours = ends[name].get(of) ?? arrivedAt + Date.parse(end) - Date.parse(server);
      ends[name].set(of, ours);
      return ours;
    });
  return found.length > 0 ? Math.min(...found) : undefined;
}
