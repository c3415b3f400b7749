import type { ReactNode } from 'react';
import '#web/app/shell/layout.css';
import { bannerKey, sessionStore, storedSession } from '#web/lib/session/session-storage.ts';

export function Banner({ tone, children }: { tone: 'info' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={`banner banner--${tone}`}>
      <span className="container banner__text">{children}</span>
    </span>
  );
}

/** `start.ts` and `layout.css` use this name too. */
const room = '--banner-room';

/** Reserves the height of this session's last banner until the current banner is known. */
export function holdBannerRoom(): void {
  const session = storedSession();
  const height = session && sessionStore(session.kind).read(bannerKey);
  if (height) document.documentElement.style.setProperty(room, height);
}

export const releaseBannerRoom = (): void => void document.documentElement.style.removeProperty(room);

/** The account is shown; the next document reserves the height of its banner. */
export function rememberBannerRoom(): void {
  releaseBannerRoom();
  const session = storedSession();
  if (!session) return;
  const banner = document.querySelector('.banner');
  if (banner) sessionStore(session.kind).keep(bannerKey, `${banner.getBoundingClientRect().height}px`);
  else sessionStore(session.kind).drop(bannerKey);
}
