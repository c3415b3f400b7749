import { showNewVersion } from '#web/app/shell/new-version-bar.tsx';
import { savesData } from '#web/lib/browser.ts';
import { isReachable } from '#web/lib/load-part.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { storedBuild } from '#web/worker/stored-build.ts';

/** Milliseconds before an open page checks for a new build again. */
const lookAfterMs = 15 * 60_000;
/** Milliseconds that a new build may take to start when this device has not stored all of it. */
const startWithinMs = 8_000;

let following: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Lets a worker store the site on this device, unless the browser saves data, and reports when a newer build can start.
 * A member's device also gets the files of the pages behind sign-in. `open` leads to the page of a pressed
 * notification.
 */
export async function followSite({
  isMember,
  open,
}: {
  isMember: boolean;
  open: (path: string) => void;
}): Promise<void> {
  if (!import.meta.env.PROD) return;
  following ??= follow(open);
  const registration = await following;
  if (!isMember || savesData()) return;
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  worker?.postMessage({ type: 'KEEP_MEMBERS_FILES' });
}

async function follow(open: (path: string) => void): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await workerHere();
  if (registration) followPresses(open);
  const tell = () => showNewVersion(() => startNewest(registration));
  const look = async () => {
    if ((await canStart(registration)) && (await isOutdated())) tell();
  };
  registration?.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state !== 'activating' && void look());
  });
  otherRelease.subscribe(tell);
  if (otherRelease.get() > 0) tell();
  void look();
  lookAgain(async () => {
    await registration?.update().catch(() => undefined);
    await look();
  });
  return registration;
}

/** The worker of this site; undefined if the browser allows none, or saves data and has none. */
async function workerHere(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const worker = savesData()
    ? serviceWorker.getRegistration()
    : serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  return worker.catch(() => undefined);
}

async function canStart(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  return !registration || (await storedBuild().catch(() => undefined))?.entry !== entryHere();
}

const isOutdated = (): Promise<boolean> =>
  fetch('/app.html', { cache: 'no-cache' }).then(
    async (answer) => answer.ok && !(await answer.text()).includes(entryHere()),
    () => false,
  );

/** The worker names the page of a pressed notification, and opens another window after `until`. */
function followPresses(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent) => {
    const { type, path, until } = (data ?? {}) as { type?: unknown; path?: unknown; until?: unknown };
    if (type !== 'OPEN' || typeof path !== 'string' || Number(until) < Date.now()) return;
    port?.postMessage('OPENED');
    open(path);
  });
}

/** Reloads into the newest build; false when offline and the device has none. */
async function startNewest(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  const endsAt = Date.now() + startWithinMs;
  if (!registration && !(await isReachable())) return false;
  if (!(await canStart(registration))) void registration?.update().catch(() => undefined);
  while (!(await canStart(registration)) && Date.now() < endsAt) await new Promise((soon) => setTimeout(soon, 250));
  location.reload();
  return true;
}

/** The application's entry file, whose name changes with every other file. */
function entryHere(): string {
  const later = document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset['application'];
  if (later) return later.split(' ')[0] ?? '';
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return script ? new URL(script.src).pathname : '';
}

/** Browsers check for a new worker when a document is opened, but an installed application may stay open for days. */
function lookAgain(look: () => Promise<void>): void {
  let lookedAt = Date.now();
  const due = () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < lookAfterMs) return;
    lookedAt = Date.now();
    void look();
  };
  document.addEventListener('visibilitychange', due);
  // The page was restored from the back/forward cache.
  addEventListener('pageshow', due);
  addEventListener('online', due);
  setInterval(due, lookAfterMs);
}
