import { base64url, pushWords, unknownPush } from '#shared/notices/push-words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';

/**
 * Addresses that are no pages of the site: calls, sockets, pictures, data, shared links, links of mails, tools of the
 * local product.
 */
const foreign = /^\/(?:api|ws|media|places|p|t|stop|_[^/]*)(?:\/|$)/;

/** Files end with a suffix. */
export const isPage = (pathname: string): boolean => !foreign.test(pathname) && !/\.[A-Za-z0-9]+$/.test(pathname);

export const isAsset = (pathname: string): boolean => /^\/assets\/[^/]+$/.test(pathname);

/** The documents that may answer a page, the edge's choice first: its own one, else the application alone. */
export const documentsOf = (pathname: string): readonly string[] => [
  `${pathname.replace(/\/+$/, '')}/index.html`,
  '/app.html',
];

interface Registration {
  getNotifications: (filter: { tag: string }) => Promise<readonly unknown[]>;
  showNotification: (title: string, options: object) => Promise<void>;
}

interface OpenPage {
  readonly url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: object, ports: MessagePort[]) => void;
}

interface Pages {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly OpenPage[]>;
  openWindow: (path: string) => Promise<unknown>;
}

interface Subscription {
  readonly options: { readonly applicationServerKey: ArrayBuffer | null };
  toJSON: () => { endpoint?: string; keys?: Record<string, string> };
  unsubscribe: () => Promise<unknown>;
}

export interface SubscriptionChange {
  readonly oldSubscription?: Subscription | null;
  readonly newSubscription?: Subscription | null;
}

interface PushManager {
  subscribe: (options: { userVisibleOnly: true; applicationServerKey: ArrayBuffer | string }) => Promise<Subscription>;
}

/** Milliseconds that an open page has for its answer. Firefox opens no window a second after the press. */
const answerMs = 500;

/** Shows a push. Its group is the tag, so a device has one line for each. */
export async function showPush(text: string | undefined, registration: Registration): Promise<void> {
  const { group, id } = payloadOf(text);
  const words = group && pushWords[group];
  const tag = group ?? 'other';
  const isFurther = (await registration.getNotifications({ tag })).length > 0;
  await registration.showNotification(brand.name, {
    body: words ? words[isFurther ? 'several' : 'one'] : unknownPush,
    tag,
    renotify: true,
    lang: 'fr',
    icon: '/icon-192.png',
    data: { path: pathOf(group, id) },
  });
}

/** Leads an open page to the push, or opens one where none answers: it may be asleep, or without its script. */
export async function openPush(data: unknown, pages: Pages): Promise<void> {
  const { path } = data as { path: string };
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  // Pages of shared links and of mails have no script that would hear of it.
  const page = open.find(({ url }) => isPage(new URL(url).pathname));
  // A press allows one of the two: a window in front, or a new one.
  if (page && (await follows(page, path))) await page.focus().catch(() => undefined);
  else await pages.openWindow(path);
}

/** It must not after `until`, because another window does. */
function follows(page: OpenPage, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), answerMs);
    page.postMessage({ type: 'OPEN', path, until: Date.now() + answerMs }, [port2]);
  }).finally(() => port1.close());
}

/**
 * The browser has replaced its subscription: registers the new one, made with our present key. Without the old one
 * nothing proves whose device it was, and the next visit of a page registers it.
 */
export async function renewPush(change: SubscriptionChange, manager: PushManager): Promise<void> {
  const { oldSubscription: old, newSubscription } = change;
  const key = old?.options.applicationServerKey;
  if (!old || !key) return;
  const subscribe = (applicationServerKey: ArrayBuffer | string) =>
    manager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const fresh = newSubscription ?? (await subscribe(key));
  const present = await renew(fresh, old);
  if (present === undefined || present === keyOf(fresh)) return;
  await fresh.unsubscribe();
  await renew(await subscribe(present), fresh);
}

/** Our present key; undefined if the device has ended or the server does not answer. */
async function renew(fresh: Subscription, old: Subscription): Promise<string | undefined> {
  const secrets = ({ endpoint, keys }: ReturnType<Subscription['toJSON']>) => ({ endpoint, auth: keys?.['auth'] });
  const json = fresh.toJSON();
  const answer = await fetch('/api/push-devices', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...secrets(json),
      p256dh: json.keys?.['p256dh'],
      publicKey: keyOf(fresh),
      old: secrets(old.toJSON()),
    }),
  });
  if (answer.status === 404) await fresh.unsubscribe();
  return answer.ok ? ((await answer.json()) as { publicKey: string }).publicKey : undefined;
}

const keyOf = ({ options: { applicationServerKey } }: Subscription) =>
  applicationServerKey ? base64url(applicationServerKey) : undefined;

type Group = keyof typeof pushWords;

function payloadOf(text: string | undefined): { group?: Group; id?: string } {
  try {
    const { group, id } = JSON.parse(text ?? '') as Record<string, unknown>;
    if (typeof group !== 'string' || !Object.hasOwn(pushWords, group)) return {};
    return { group: group as Group, ...(typeof id === 'string' ? { id } : {}) };
  } catch {
    return {};
  }
}

const pathOf = (group: Group | undefined, id: string | undefined): string =>
  group === 'messages'
    ? withQuery(paths.messaging, { filter: 'unread' })
    : id === undefined
      ? paths.notifications
      : withQuery(paths.notifications, { open: id });
