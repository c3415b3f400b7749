import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { vi } from 'vitest';
import type { Me } from '#shared/accounts/contract.ts';
import { Toaster } from '#web/app/shell/toaster.tsx';
import { type Session, SessionContext } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toast.ts';

export const karim: Me = {
  id: 'karim',
  email: 'karim@example.org',
  firstName: 'Karim',
  lastName: 'Haddad',
  phone: '+33612345678',
  status: 'approved',
  documents: { idDocument: 'received', facePhoto: 'received' },
  memberSince: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
  isPrincipal: false,
  settings: { phonePublic: false, emailNotifications: true },
  subscription: { status: 'none' },
  unread: { messages: 0, requests: 0 },
  version: 1,
};

export type Asked = { method: string; path: string; query: URLSearchParams; headers: Headers; body: unknown };

/** Answers the API's calls: `GET /public/parcels` → what `answer` gives. Everything asked is kept, in order. */
export function fakeApi(answers: Record<string, (asked: Asked) => unknown>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const url = new URL(address, 'https://site.invalid');
    const call = {
      method,
      path: url.pathname.replace('/api', ''),
      query: url.searchParams,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    };
    asked.push(call);
    const answer = answers[`${method} ${call.path}`];
    if (!answer) return new Response('{}', { status: 404 });
    const given = answer(call);
    return given instanceof Response ? given : Response.json(given);
  });
  return asked;
}

/** One page of the site at an address, for a visitor or a member; other addresses show themselves as text. */
export function visitPage(path: string, page: ReactNode, { address = path, me }: { address?: string; me?: Me } = {}) {
  toasts.set([]);
  const session: Session = {
    status: me ? 'member' : 'visitor',
    me,
    blocked: undefined,
    meFailed: false,
    signIn: async () => ({ ok: true }),
    signOut: async () => {},
    refresh: async () => {},
  };
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={session}>
        <MemoryRouter initialEntries={['/before', address]}>
          <Routes>
            <Route path={path} element={page} />
            <Route path="*" element={<p>Une autre page</p>} />
          </Routes>
          <Where />
          <Toaster />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
}

/** Where one is, and the browser's back button. */
function Where() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <code data-testid="address">{pathname + search}</code>
      <button type="button" onClick={() => void navigate(-1)}>
        Page précédente
      </button>
    </>
  );
}
