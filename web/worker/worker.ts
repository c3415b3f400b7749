import { matchPrecache, precache } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { documentOf, isAsset, isPage } from '#web/worker/scope.ts';

type Late = { waitUntil: (work: Promise<unknown>) => void };
type Message = Late & { data: unknown; ports: readonly MessagePort[] };
/** The part of the worker's scope that is used here: its types and those of pages cannot be read together. */
declare const self: {
  skipWaiting: () => Promise<void>;
  registration: { navigationPreload?: { enable: () => Promise<void> } };
  addEventListener(type: 'message', listener: (event: Message) => void): void;
  addEventListener(type: 'activate', listener: (event: Late) => void): void;
};

/** Written by the build: what belongs to this build. */
declare const __BUILD__: {
  readonly version: string;
  /** Documents, and the files of the pages for everybody. */
  readonly everybody: readonly { url: string; revision: string | null }[];
  /** Files that only members need. */
  readonly members: readonly string[];
};

// Once: the build writes it in full wherever it is named.
const build = __BUILD__;
const membersCache = 'envoyage-members';
/** A document that comes later than this is taken from the device: in a tunnel a call may hang for minutes. */
const patienceSeconds = 5;
const documents = build.everybody.flatMap(({ url }) => (url.endsWith('.html') ? [url] : []));

precache([...build.everybody]);

// A document comes from the network while there is one: no deployment is hidden by what is stored here.
const online = new NetworkOnly({ networkTimeoutSeconds: patienceSeconds });
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url.pathname),
  async ({ event, request, url }) => {
    try {
      return await online.handle({ event, request });
    } catch (fault) {
      const stored = await matchPrecache(documentOf(url.pathname, documents));
      if (stored) return stored;
      throw fault;
    }
  },
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAsset(url.pathname),
  async ({ request, url }) =>
    (await matchPrecache(url.pathname)) ??
    (await caches.match(url.pathname, { cacheName: membersCache })) ??
    fetch(request),
);

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), dropEarlierFiles()]));
});

self.addEventListener('message', (event) => {
  const { type } = event.data as { type?: string };
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'VERSION') event.ports[0]?.postMessage(build.version);
  if (type === 'KEEP_MEMBERS_FILES') event.waitUntil(keepMembersFiles());
});

/** One file at a time, so that the page's own calls come first. What does not come now comes with the next visit. */
async function keepMembersFiles(): Promise<void> {
  const cache = await caches.open(membersCache);
  for (const file of build.members) {
    if (!(await cache.match(file))) await cache.add(file);
  }
}

async function dropEarlierFiles(): Promise<void> {
  const cache = await caches.open(membersCache);
  const known = new Set(build.members);
  for (const { url } of await cache.keys()) {
    if (!known.has(new URL(url).pathname)) await cache.delete(url);
  }
}
