import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import type { Me } from '#shared/accounts/me.ts';
import { Toaster } from '#web/app/shell/toaster.tsx';
import { AskedAct, askedAct } from '#web/features/deliveries/acts/asked-act.tsx';
import { queryClient, queryKey } from '#web/lib/api/query.ts';
import { noSession, type Session, SessionContext } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toast.ts';

interface Visit {
  /** The address, with its query and anchor. */
  readonly at?: string;
  /** The route pattern of the page, where the address has parameters. */
  readonly path?: string;
  /** Location state of the previous page. */
  readonly state?: unknown;
  /** The signed-in member; a visitor by default. */
  readonly me?: Me;
  readonly session?: Partial<Session>;
}

/** The browser's address, and its back and forward buttons. */
interface Place {
  url: string;
  state: unknown;
  back: () => void;
  forward: () => void;
}

/** Clears the cache and the toasts of earlier tests. */
export function forgetEverything(): void {
  toasts.set([]);
  askedAct.set(undefined);
  queryClient.clear();
}

/** Shows a page at its address, as the site does: every other address is an empty page. */
export function renderPage(page: ReactNode, { at = '/', path = pathOf(at), ...visit }: Visit): Place {
  return renderPart(
    <Routes>
      <Route path={path} element={page} />
      <Route path="*" element={<p>Une autre page</p>} />
    </Routes>,
    { at, ...visit },
  );
}

/** Shows a part of a page with the providers of every page: the session, the API's answers, the address, the toasts. */
export function renderPart(part: ReactNode, { at = '/', state, me, session }: Omit<Visit, 'path'> = {}): Place {
  forgetEverything();
  const place: Place = { url: '', state: undefined, back: () => {}, forward: () => {} };
  const { pathname, search, hash } = new URL(at, 'https://site.invalid');
  render(
    <QueryClientProvider client={queryClient}>
      <SessionOf me={me} session={session}>
        <MemoryRouter initialEntries={['/before', { pathname, search, hash, state }]}>
          <Address onChange={(now) => void Object.assign(place, now)} />
          {part}
          <AskedAct />
          <Toaster />
        </MemoryRouter>
      </SessionOf>
    </QueryClientProvider>,
  );
  return place;
}

const onAnswer = (listen: () => void) => queryClient.getQueryCache().subscribe(listen);

/** The account changes with the answers to its acts, as in the application. */
function SessionOf({ me, session, children }: Pick<Visit, 'me' | 'session'> & { children: ReactNode }) {
  const changed = useSyncExternalStore(onAnswer, () => queryClient.getQueryData<Me>(queryKey('accounts', 'readMe')));
  const status = me ? 'member' : 'visitor';
  return (
    <SessionContext value={{ ...noSession, status, me: me && (changed ?? me), ...session }}>{children}</SessionContext>
  );
}

const pathOf = (at: string) => new URL(at, 'https://site.invalid').pathname;

function Address({ onChange }: { onChange: (place: Place) => void }) {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const go = (by: number) => () => act(() => void navigate(by));
  useEffect(() => onChange({ url: pathname + search + hash, state, back: go(-1), forward: go(1) }));
  return null;
}
