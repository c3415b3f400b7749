import { showNewVersion } from '#web/app/shell/banners/new-version-banner.tsx';

/** How long an open page waits before it looks for a new build again. */
const lookAfterMs = 15 * 60_000;

let following: Promise<ServiceWorkerRegistration> | undefined;

/**
 * Lets a worker store the site on this device and tells when a newer build is ready. A member's device also gets the
 * files of the pages behind sign-in.
 */
export async function followWorker({ isMember }: { isMember: boolean }): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  following ??= follow();
  const { active, installing, waiting } = await following;
  if (!isMember) return;
  const worker = active ?? waiting ?? installing;
  worker?.postMessage({ type: 'KEEP_MEMBERS_FILES' });
}

async function follow(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => installing.state === 'installed' && void offer(registration));
  });
  serviceWorker.addEventListener('controllerchange', () => void offerReload());
  await offer(registration);
  lookAgain(registration);
  return registration;
}

/** A waiting worker of this page's own build starts by itself: the page came from the network and is new already. */
async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  const { waiting } = registration;
  if (!waiting || !navigator.serviceWorker.controller) return;
  if ((await versionOf(waiting)) === versionHere()) return start(waiting);
  showNewVersion(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    start(registration.waiting ?? waiting);
  });
}

/** Another tab has started a newer build: this page is of an earlier one. */
async function offerReload(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (controller && (await versionOf(controller)) !== versionHere()) showNewVersion(() => location.reload());
}

const start = (worker: ServiceWorker) => worker.postMessage({ type: 'SKIP_WAITING' });

function versionOf(worker: ServiceWorker): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data), { once: true });
    port1.start();
    worker.postMessage({ type: 'VERSION' }, [port2]);
  });
}

/** The build's first file: its name changes with every other one. */
function versionHere(): string | undefined {
  const later = document.querySelector<HTMLScriptElement>('script[data-application]');
  if (later) return later.dataset['application']?.split(' ')[0];
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  return script ? new URL(script.src).pathname : undefined;
}

/** Browsers look for a new worker when a document is opened; an installed application may stay open for days. */
function lookAgain(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now();
  const look = () => {
    if (document.hidden || !navigator.onLine || Date.now() - lookedAt < lookAfterMs) return;
    lookedAt = Date.now();
    void registration.update().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', look);
  setInterval(look, lookAfterMs);
}
