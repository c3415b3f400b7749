import { QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { Contract } from '#shared/contract.ts';
import type { Call, Reply, RouteSpec } from '#shared/route.ts';
import type { CallOptions, Client } from './api.ts';
import { ApiProblem } from './problem.ts';

/**
 * Data is fresh for 5 minutes and not refetched on focus (product 1.9); pages that need more override it. The API
 * client retries by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < 1 && error instanceof ApiProblem && error.code === 'FAULT',
    },
    // Offline an act fails immediately, because it must not happen later by itself.
    mutations: { networkMode: 'always' },
  },
});

/**
 * Query options of a contract row. The key is `[slice, row, call]`, so no code invents key arrays, and a live event
 * names exactly the answers that it changes.
 */
export function queriesOf<S extends Slice>(slice: S, client: Client<Contract[S]>) {
  return <R extends RowName<S>>(row: R, ...[call]: Parameters<Client<Contract[S]>[R]>) => {
    // TypeScript cannot infer the parameters through the generic row.
    const ask = client[row] as unknown as (call: unknown, options: CallOptions) => Promise<Reply<Spec<S, R>>>;
    const key: QueryKey = queryKey(slice, row, call);
    return queryOptions({ queryKey: key, queryFn: ({ signal }) => ask(call, { signal }) });
  };
}

export type Slice = keyof Contract;
export type RowName<S extends Slice> = keyof Contract[S] & string;

/** Key of all answers of one row. An unknown row does not compile. */
export type RowKey = { [S in Slice]: readonly [slice: S, row: RowName<S>, ...call: unknown[]] }[Slice];

/** Every row is a route, but TypeScript cannot infer it through two generic names. */
type Spec<S extends Slice, R extends RowName<S>> = Extract<Contract[S][R], RouteSpec>;

export const queryKey = <S extends Slice, R extends RowName<S>>(
  slice: S,
  row: R,
  call?: Partial<Call<Spec<S, R>>>,
): readonly [slice: S, row: R, ...call: unknown[]] => (call === undefined ? [slice, row] : [slice, row, call]);

export const meKey = queryKey('accounts', 'readMe');

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

/** Marks all answers of these rows as stale. */
export const touch = (queries: QueryClient, ...rows: readonly RowKey[]): Promise<unknown> =>
  Promise.all(rows.map((row) => queries.invalidateQueries({ queryKey: row })));
