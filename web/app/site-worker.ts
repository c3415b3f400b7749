import { showNewVersion } from '#web/app/shell/new-version-notice.tsx';
import { savesData } from '#web/lib/browser.ts';
import { isReachable } from '#web/lib/load-part.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { storedBuild } from '#web/worker/stored-build.ts';

/** How long an open page waits before it looks for a new build again. */
const lookAfterMs = 15 * 60_000;
/** How long the start of a new build may take that is not whole on this device yet. */
const startWithinMs = 8_000;

let following: Promise<ServiceWorkerRegistration | undefined> | undefined;

/**
 * Lets a worker store the site on this device, unless the browser saves data, and tells when a newer build can start. A
 * member's device also gets the files of the pages behind sign-in.
 */
export async function followSite({ isMember }: { isMember: boolean }): Promise<void> {
  if (!import.meta.env.PROD) return;
  following ??= follow();
  const registration = await following;
  if (!isMember || savesData()) return;
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  worker?.postMessage({ type: 'KEEP_MEMBERS_FILES' });
}

async function follow(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await workerHere();
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

/** The worker of this site; undefined where the browser allows none, or is to save data and has none. */
async function workerHere(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const worker = savesData()
    ? serviceWorker.getRegistration()
    : serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  return worker.catch(() => undefined);
}

/** Whether a reload starts another build than this page's: with a worker, once all of it is on this device. */
async function canStart(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  return !registration || (await storedBuild().catch(() => undefined))?.entry !== entryHere();
}

/** Whether the site now has another build than this page's. */
const isOutdated = (): Promise<boolean> =>
  fetch('/app.html', { cache: 'no-cache' }).then(
    async (answer) => answer.ok && !(await answer.text()).includes(entryHere()),
    () => false,
  );

/** Reloads into the newest build; false without a network where the device has none. */
async function startNewest(registration: ServiceWorkerRegistration | undefined): Promise<boolean> {
  const endsAt = Date.now() + startWithinMs;
  if (!registration && !(await isReachable())) return false;
  if (!(await canStart(registration))) void registration?.update().catch(() => undefined);
  while (!(await canStart(registration)) && Date.now() < endsAt) await new Promise((soon) => setTimeout(soon, 250));
  location.reload();
  return true;
}

/** The application's first file: its name changes with every other one. */
function entryHere(): string {
  const later = document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset['application'];
  if (later) return later.split(' ')[0] ?? '';
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return script ? new URL(script.src).pathname : '';
}

/** Browsers look for a new worker when a document is opened; an installed application may stay open for days. */
function lookAgain(look: () => Promise<void>): void {
  let lookedAt = Date.now();
  const due = () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < lookAfterMs) return;
    lookedAt = Date.now();
    void look();
  };
  document.addEventListener('visibilitychange', due);
  // A page that the browser had put aside whole.
  addEventListener('pageshow', due);
  addEventListener('online', due);
  setInterval(due, lookAfterMs);
}
