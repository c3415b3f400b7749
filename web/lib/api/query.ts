import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Reply, Routes } from '#shared/route.ts';
import type { CallOptions, Client } from './api.ts';
import { ApiProblem } from './problem.ts';

/** Data is fresh for 5 minutes and not refetched on focus (product 1.9); pages that need more say so. The client of the API repeats by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && error instanceof ApiProblem && error.code === 'FAULT',
    },
  },
});

/**
 * Query options made from a contract row: the key is `[slice, row, call]`, so nobody invents key arrays and a live event
 * names exactly what it touches.
 */
export function queriesOf<const T extends Routes>(slice: string, client: Client<T>) {
  return <K extends keyof T & string>(row: K, ...[call]: Parameters<Client<T>[K]>) => {
    // The same function with its parameters spelled out: TypeScript cannot see that through the generic row.
    const ask = client[row] as unknown as (call: unknown, options: CallOptions) => Promise<Reply<T[K]>>;
    return queryOptions({ queryKey: keyOf(slice, row, call), queryFn: ({ signal }) => ask(call, { signal }) });
  };
}

export const keyOf = (slice: string, row: string, call?: unknown): QueryKey =>
  call === undefined ? [slice, row] : [slice, row, call];

/** Gives up what has been asked without an answer and asks it anew. */
export async function askAgain(): Promise<void> {
  const waiting = queryClient
    .getQueryCache()
    .findAll({ type: 'active', fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.all(
    waiting.map(async ({ queryKey }) => {
      await queryClient.cancelQueries({ queryKey, exact: true });
      await queryClient.refetchQueries({ queryKey, exact: true });
    }),
  );
}

/** Marks everything stale that any call of these rows has fetched. */
export const touch = (
  queries: QueryClient,
  ...rows: readonly (readonly [slice: string, row: string])[]
): Promise<unknown> => Promise.all(rows.map(([slice, row]) => queries.invalidateQueries({ queryKey: [slice, row] })));
