import {
  documentsOf,
  isAsset,
  isPage,
  openPush,
  renewPush,
  type SubscriptionChange,
  showPush,
} from '#web/worker/push.ts';
import {
  documentsCache,
  filesCache,
  keepAsNewest,
  membersCache,
  storedBuild,
  sweep,
} from '#web/worker/stored-build.ts';

interface Late {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetch {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface Push extends Late {
  data: { text: () => string } | null;
}
interface Press extends Late {
  notification: { close: () => void; data: unknown };
}
/** The part of the worker's scope that is used here: its types and those of pages cannot be read together. */
declare const self: {
  registration: Parameters<typeof showPush>[1] & {
    navigationPreload?: { disable: () => Promise<void> };
    pushManager: Parameters<typeof renewPush>[1];
  };
  clients: Parameters<typeof openPush>[1] & { claim: () => Promise<void> };
  addEventListener(type: 'message', listener: (event: Late & { data: unknown }) => void): void;
  addEventListener(type: 'install' | 'activate', listener: (event: Late) => void): void;
  addEventListener(type: 'push', listener: (event: Push) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Press) => void): void;
  addEventListener(type: 'pushsubscriptionchange', listener: (event: Late & SubscriptionChange) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetch) => void): void;
};

/** Written by the build: what belongs to this build. */
declare const __BUILD__: {
  readonly id: string;
  /** The application's first file, which every document names. */
  readonly entry: string;
  readonly documents: readonly string[];
  readonly everybody: readonly string[];
  readonly members: readonly string[];
};

// Once: the build writes it in full wherever it is named.
const build = __BUILD__;
const anyHeaders = { ignoreVary: true } as const;

self.addEventListener('install', (event) => event.waitUntil(keepBuild()));

// Whichever worker answers, pages start with the newest build that is whole here. So this one waits until no page is
// open: a worker that is to start earlier holds up documents while the one before it still has work.
self.addEventListener('activate', (event) =>
  // The tab of a first visit has no worker yet, and may be open at a door without a network.
  event.waitUntil(Promise.all([sweep(), self.registration.navigationPreload?.disable(), self.clients.claim()])),
);

self.addEventListener('message', (event) => {
  if ((event.data as { type?: string }).type === 'KEEP_MEMBERS_FILES')
    event.waitUntil(keepFiles(membersCache, build.members));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate' && isPage(pathname)) event.respondWith(documentFor(pathname, event.request));
  else if (isAsset(pathname))
    event.respondWith(caches.match(url, anyHeaders).then((file) => file ?? fetch(event.request)));
});

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.text(), self.registration)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPush(event.notification.data, self.clients));
});

// A page registers what fails here.
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewPush(event, self.registration.pushManager).catch(() => undefined)),
);

async function documentFor(pathname: string, request: Request): Promise<Response> {
  const newest = await storedBuild();
  if (newest) {
    const documents = await caches.open(documentsCache(newest));
    for (const path of documentsOf(pathname)) {
      const stored = await documents.match(path, anyHeaders);
      if (stored) return stored;
    }
  }
  return fetch(request);
}

/** Stores the whole build, on a member's device with the pages of members, or fails and leaves the earlier one. */
async function keepBuild(): Promise<void> {
  const isMembers = await caches.has(membersCache);
  try {
    await keepFiles(filesCache, build.everybody);
    if (isMembers) await keepFiles(membersCache, build.members);
    await keepDocuments();
    const { id, entry, everybody, members } = build;
    await keepAsNewest({ id, entry, files: [...everybody, ...members] });
  } catch (fault) {
    // A device without space for a second build would never leave its first one, so it stores none.
    if (fault instanceof DOMException && fault.name === 'QuotaExceededError')
      await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    throw fault;
  }
}

/**
 * One file at a time, so that the page's own calls come first. Files that are already stored, for any build, are not
 * fetched.
 */
async function keepFiles(name: string, paths: readonly string[]): Promise<void> {
  const cache = await caches.open(name);
  for (const path of paths) {
    if (await cache.match(path, anyHeaders)) continue;
    const here = await caches.match(path, anyHeaders);
    if (here) await cache.put(path, here);
    else await cache.add(path);
  }
}

async function keepDocuments(): Promise<void> {
  const cache = await caches.open(documentsCache(build));
  for (const path of build.documents) {
    const answer = await fetch(path, { cache: 'no-cache' });
    if (!answer.ok || !(await answer.clone().text()).includes(build.entry)) throw new Error(`${path} has changed.`);
    await cache.put(path, answer);
  }
}
