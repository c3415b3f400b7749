import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import type { Me } from '#shared/accounts/contract.ts';
import type { RefusalCode } from '#shared/refusal.ts';
import { Toaster } from '#web/app/shell/toaster.tsx';
import { queryClient } from '#web/lib/api/query.ts';
import { noSession, type Session, SessionContext } from '#web/lib/session/session.ts';
import { toasts } from '#web/lib/toast.ts';

type Visit = { page: ReactNode; at: string; state?: unknown; session?: Partial<Session> };

type Place = { url: string; state: unknown };

/** Shows a page at an address, with the session, the toasts and an empty page everywhere else. `place` reads the address. */
export function visit({ page, at, state, session }: Visit) {
  toasts.set([]);
  queryClient.clear();
  const { pathname, search, hash } = new URL(at, 'https://site.invalid');
  const entry = { pathname, search, hash, state };
  const place: Place = { url: '', state: undefined };
  render(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ ...noSession, status: 'visitor', ...session }}>
        <MemoryRouter initialEntries={[entry]}>
          <Address onChange={(now) => void Object.assign(place, now)} />
          <Routes>
            <Route path={pathname} element={page} />
            <Route path="*" element={<p>Une autre page</p>} />
          </Routes>
          <Toaster />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  );
  return place;
}

function Address({ onChange }: { onChange: (place: Place) => void }) {
  const { pathname, search, hash, state } = useLocation();
  useEffect(() => onChange({ url: pathname + search + hash, state }));
  return null;
}

type Call = { row: string; body: unknown; key: string | null };
type Answer = (body: unknown, headers: Headers) => Response;

/** Answers the calls to the API by `POST /path`; what is not told is a fault. Gives back the calls that were made. */
export function answerApi(answers: Readonly<Record<string, Answer>>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const row = `${init.method} ${url.replace(/^\/api/, '')}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const headers = new Headers(init.headers);
    calls.push({ row, body, key: headers.get('idempotency-key') });
    return answers[row]?.(body, headers) ?? refusal(500, 'FAULT', 'Une erreur est survenue. Veuillez réessayer.');
  });
  return calls;
}

export const refusal = (status: number, code: RefusalCode, detail: string, fields?: Record<string, string>) =>
  Response.json({ type: 'about:blank', status, code, title: 'Refus', detail, fields }, { status });

export const aMe = (facts: Partial<Me> = {}): Me => ({
  id: 'b6d6b5f0-4b3e-4a4e-9a53-4b5f3c8c0d11',
  email: 'amina@example.org',
  firstName: 'Amina',
  lastName: 'Benali',
  phone: '+33612345678',
  status: 'pending',
  documents: { idDocument: 'none', facePhoto: 'none' },
  memberSince: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
  isPrincipal: false,
  settings: { phonePublic: false, emailNotifications: true },
  subscription: { status: 'none' },
  unread: { messages: 0, requests: 0 },
  version: 1,
  ...facts,
});
