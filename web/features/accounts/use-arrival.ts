import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { paths } from '#shared/site/paths.ts';
import type { PageQuery } from '#web/lib/use-page-query.ts';

export interface Arrival {
  readonly query: PageQuery<typeof paths.confirmEmail>;
  readonly hash: URLSearchParams;
}

/**
 * The query and hash of a link from a mail, read once and removed from the address bar (rule 28).
 * The query survives a reload in the history's state; a secret in the hash stays only in memory.
 */
export function useArrival(): Arrival {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const carried = search + hash;
  const [seen, setSeen] = useState(carried);
  const [arrival, setArrival] = useState(() => read(search || keptQuery(state), hash));

  // A second link in the same tab changes the address without a reload.
  if (carried && carried !== seen) {
    setSeen(carried);
    setArrival(read(search, hash));
  }
  useEffect(() => {
    if (search || hash) void navigate(pathname, { replace: true, state: hash ? null : { query: search } });
  }, [pathname, search, hash, navigate]);

  return arrival;
}

const read = (search: string, hash: string): Arrival => ({
  query: new URLSearchParams(search),
  hash: new URLSearchParams(hash.slice(1)),
});

const keptQuery = (state: unknown) => textIn(state, 'query');

/** The e-mail address from another account page, so that it is typed only once. */
export const handedEmail = (state: unknown) => textIn(state, 'email');

/** The facts that a finished sign-up passes to the sign-in page: the address, and whether its mail was sent. */
export interface SignedUp {
  email: string;
  mailed: boolean;
}

export function handedSignUp(state: unknown): SignedUp | undefined {
  const mailed: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'mailed') : undefined;
  return typeof mailed === 'boolean' ? { email: handedEmail(state), mailed } : undefined;
}

function textIn(state: unknown, key: string): string {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, key) : undefined;
  return typeof value === 'string' ? value : '';
}
