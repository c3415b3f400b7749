import { bannerKey, sessionStore, storedSession } from '#web/lib/session/session-storage.ts';

/** `start.ts` and `banner.css` have this name too. */
const room = '--banner-room';

/** Keeps the room of the banner that this session had last, until it is known which banner it has now. */
export function holdBannerRoom(): void {
  const session = storedSession();
  const height = session && sessionStore(session.kind).read(bannerKey);
  if (height) document.documentElement.style.setProperty(room, height);
}

export const releaseBannerRoom = (): void => void document.documentElement.style.removeProperty(room);

/** The account is shown: the next document keeps the room of its banner. */
export function rememberBannerRoom(): void {
  releaseBannerRoom();
  const session = storedSession();
  if (!session) return;
  const banner = document.querySelector('.banner');
  if (banner) sessionStore(session.kind).keep(bannerKey, `${banner.getBoundingClientRect().height}px`);
  else sessionStore(session.kind).drop(bannerKey);
}
