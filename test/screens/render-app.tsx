import { randomUUID } from 'node:crypto';
import { act, render, screen, waitFor } from '@testing-library/react';
import { vi } from 'vitest';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { readPictures } from '#test/support/pages/pictures.ts';
import { App } from '#web/app/app.tsx';
import { auth } from '#web/lib/session/auth.ts';
import { markSession } from '#web/lib/session/session-storage.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { forgetEverything } from '../support/render-page.tsx';
import type { Server } from './server.ts';

/**
 * Replacements for what jsdom lacks: pictures are not drawn, no socket opens, files go to the server of this process.
 */
function furnish(server: Server): void {
  vi.stubGlobal('fetch', server.fetch);
  fakeStorage(async (url, file) => server.put(url, Buffer.from(await file.arrayBuffer())));
  vi.stubGlobal('WebSocket', Object.assign(Socket, { OPEN: 1 }));
  readPictures();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('scrollTo', () => {});
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (...given: unknown[]) => (given.at(-1) as () => unknown)() },
  });
}

/** A socket that never opens. */
class Socket extends EventTarget {
  close() {}
}

/** The whole site with the server's functions, in a fresh browser; `open` shows a page of it. */
export function renderApp(server: Server) {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  furnish(server);
  server.reset();
  forgetEverything();
  auth.set({ status: 'loading' });

  return {
    server,
    /** Events elsewhere while the page is open, set by the caller. */
    later: undefined as (() => Promise<unknown>) | undefined,
    /** Gives this browser a session of the member. */
    signIn(profile: Pick<ProfileRecord, 'id'>) {
      server.become(profile.id);
      markSession({ kind: 'tab', memberId: profile.id });
      sessionStorage.setItem('CognitoIdentityServiceProvider.short.member.refreshToken', 'refresh');
    },
    async open(address: string) {
      history.replaceState(null, '', address);
      render(<App />);
      await waitFor(() => {
        if (!document.querySelector('main h1')) throw new Error(`${address} shows nothing`);
      });
    },
    /** Makes time run fast. */
    hurry: () => void vi.useFakeTimers({ shouldAdvanceTime: true }),
    pass: (milliseconds: number): Promise<void> =>
      act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds))),
  };
}
export type RenderedApp = ReturnType<typeof renderApp>;

const isOnScreen = (text: string) => (content: string) => content.includes(text);

/** Waits for the visible text, whole or as the start of a sentence; throws otherwise. */
export const read = (text: string): Promise<HTMLElement[]> => screen.findAllByText(isOnScreen(text));
/** Whether it is visible now. */
export const isRead = (text: string): boolean => screen.queryAllByText(isOnScreen(text)).length > 0;

export const anAddress = () => `${randomUUID().slice(0, 8)}@example.org`;
