import { pushWords, unknownPush } from '#shared/notices/push-words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { brand } from '#shared/values/brand.ts';
import { isPage } from '#web/worker/scope.ts';

/** The part of a registration that is used here. */
interface Registration {
  getNotifications: (filter: { tag: string }) => Promise<readonly unknown[]>;
  showNotification: (title: string, options: object) => Promise<void>;
}

/** An open page of the site. */
interface OpenPage {
  readonly url: string;
  focus: () => Promise<unknown>;
  postMessage: (message: object) => void;
}

interface Pages {
  matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly OpenPage[]>;
  openWindow: (path: string) => Promise<unknown>;
}

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

/** Leads an open page to the push, or opens one. */
export async function openPush(data: unknown, pages: Pages): Promise<void> {
  const { path } = data as { path: string };
  const open = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  // Pages of shared links and of mails have no script that would hear of it.
  const page = open.find(({ url }) => isPage(new URL(url).pathname));
  if (!page) return void (await pages.openWindow(path));
  page.postMessage({ type: 'OPEN', path });
  await page.focus().catch(() => undefined);
}

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
