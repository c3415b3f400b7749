import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export interface Arrival {
  readonly query: URLSearchParams;
  readonly hash: URLSearchParams;
}

/**
 * What a link from a mail carries behind `?` and `#`, read once and taken out of the address bar (rule 28).
 * The query outlives a reload in the history's state; a secret in the hash lives in memory only.
 */
export function useArrival(): Arrival {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const carried = search + hash;
  const [seen, setSeen] = useState(carried);
  const [arrival, setArrival] = useState(() => read(search || keptQuery(state), hash));

  // Another link opened in the same tab changes the address without loading the page again.
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

/** The address that another account page hands on, so that nobody types it twice. */
export const handedEmail = (state: unknown) => textIn(state, 'email');

function textIn(state: unknown, key: string): string {
  const value: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, key) : undefined;
  return typeof value === 'string' ? value : '';
}
