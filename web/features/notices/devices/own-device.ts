import * as z from 'zod/mini';
import { noticeRoutes } from '#shared/notices/contract.ts';
import { base64url } from '#shared/notices/push-words.ts';
import { paths } from '#shared/site/paths.ts';
import { dayMs } from '#shared/values/time.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';
import { storedSession } from '#web/lib/session/session-storage.ts';
import { deviceStore } from '#web/lib/storage.ts';

export const devicesApi = clientOf(noticeRoutes);
export const devicesQuery = queriesOf('notices', devicesApi);

const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux/],
] as const;

/** « Chrome sur Android »: how the member recognises this device in their list. */
export function deviceName(userAgent: string): string {
  const find = (words: readonly (readonly [string, RegExp])[], otherwise: string) =>
    words.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? otherwise;
  return `${find(browsers, 'Navigateur')} sur ${find(systems, 'un appareil')}`;
}

/** The state of this browser: notified or not, or the reason why it cannot be. */
export type DeviceState = 'unsupported' | 'install' | 'short' | 'refused' | 'off' | 'on';

const place = 'envoyage.push';
const Kept = z.object({
  memberId: z.string(),
  device: z.string(),
  publicKey: z.string(),
  at: z.number(),
  /** Its session ended by itself: the member's next sign-in registers it again. */
  isEnded: z.optional(z.boolean()),
});
type Kept = z.infer<typeof Kept>;

/** A device is registered again after a week, so that the one that was seen longest ago is known. */
const renewedAfterMs = 7 * dayMs;

const keep = (own: Kept): void => void deviceStore.keep(place, JSON.stringify(own));

function kept(): Kept | undefined {
  try {
    return Kept.parse(JSON.parse(deviceStore.read(place) ?? ''));
  } catch {
    return undefined;
  }
}

/** The id of this browser's device, if it is the member's. */
export const ownDevice = (memberId: string): string | undefined => {
  const own = kept();
  return own?.memberId === memberId ? own.device : undefined;
};

const isAppleMobile = () =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return navigator.serviceWorker.getRegistration().catch(() => undefined);
}

export async function deviceState(memberId: string): Promise<DeviceState> {
  if (storedSession()?.kind !== 'remembered') return 'short';
  if (isAppleMobile() && !isInstalled()) return 'install';
  const registration = await registrationHere();
  if (!registration?.active || !('pushManager' in registration) || !('Notification' in globalThis))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  const isSubscribed = (await registration.pushManager.getSubscription()) !== null;
  return isSubscribed && ownDevice(memberId) !== undefined ? 'on' : 'off';
}

/** Asks the browser, and registers it. Call it in a press. Throws if the browser's service or ours fails. */
export async function turnOn(memberId: string): Promise<'on' | 'refused' | 'off'> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') return answer === 'denied' ? 'refused' : 'off';
  const registration = await registrationHere();
  if (!registration) throw new Error('No worker is registered');
  await register(registration, memberId);
  await registration.showNotification('Notifications activées', {
    body: 'Vous serez prévenu ici.',
    icon: '/icon-192.png',
    lang: 'fr',
    data: { path: paths.notifications },
  });
  return 'on';
}

async function register(registration: ServiceWorkerRegistration, memberId: string): Promise<void> {
  const { publicKey } = await devicesApi.myPushDevices();
  const own = kept();
  // A subscription with another key would never be accepted.
  if (own?.publicKey !== publicKey) await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  const name = deviceName(navigator.userAgent);
  const replaces = own?.memberId === memberId ? own.device : undefined;
  const { device } = await devicesApi.addPushDevice({ body: { endpoint, p256dh, auth, name, publicKey, replaces } });
  keep({ memberId, device, publicKey, at: Date.now() });
}

/** « Plus tard »: the offer on the list of notices stays away for so long. */
const putOffMs = 30 * dayMs;
const putOffPlace = `${place}.later`;

export const putOff = (now: number): void => void deviceStore.keep(putOffPlace, String(now));

export const isPutOff = (now: number): boolean => now - Number(deviceStore.read(putOffPlace) ?? 0) < putOffMs;

const nameOf = async ({ endpoint }: PushSubscription): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));

/**
 * Renews this device after a week, for another key of ours or another subscription of the browser. A new session renews
 * it, because it ends with the old one (rule 152). Ends a subscription that is not this member's, whose permission was
 * withdrawn, or which was removed on another device.
 */
export async function renewDevice(memberId: string, { isNewSession = false } = {}): Promise<void> {
  const registration = await registrationHere();
  const subscription = await registration?.pushManager?.getSubscription();
  const own = kept();
  if (!registration || (!subscription && !own)) return;
  if (own?.memberId !== memberId || Notification.permission !== 'granted') return endSubscription();
  if (storedSession()?.kind !== 'remembered') return;
  if (isNewSession || own.isEnded) return register(registration, memberId);
  const { items, publicKey } = await devicesApi.myPushDevices();
  const name = subscription && (await nameOf(subscription));
  const stored = items.find(({ device }) => device === name) ?? items.find(({ device }) => device === own.device);
  if (!stored) return endSubscription();
  const isCurrent = stored.device === name && stored.publicKey === publicKey;
  // The worker may have registered it.
  if (isCurrent && Date.now() - own.at < renewedAfterMs) return keep({ ...own, device: name, publicKey });
  return register(registration, memberId);
}

/** Ends the notifications of this browser; the session must still be valid. Failures leave the row to the next 410. */
export async function turnOff(): Promise<void> {
  const own = kept();
  await Promise.all([
    own && devicesApi.removePushDevice({ params: { device: own.device } }).catch(() => undefined),
    endSubscription(),
  ]);
}

/** Ends the browser's subscription without a call of ours: the push service then answers 410. */
async function endSubscription(): Promise<void> {
  deviceStore.drop(place);
  const registration = await registrationHere();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe().catch(() => undefined);
}

/** Closes what the system still shows, because the list has just been opened. Messages have a list of their own. */
export async function closeShown(): Promise<void> {
  const registration = await registrationHere();
  for (const shown of (await registration?.getNotifications?.()) ?? []) if (shown.tag !== 'messages') shown.close();
}

/**
 * Nothing to do where no device was registered; never holds it up for long. The returned function registers the device
 * again because the sign-out has failed; if it fails too, the next start does it.
 */
export async function endDevice({ isOver }: { isOver: boolean }): Promise<() => Promise<void>> {
  const own = kept();
  if (!own) return async () => {};
  const ending = isOver || !navigator.onLine ? endSubscription() : turnOff();
  if (isOver) keep({ ...own, isEnded: true });
  await Promise.race([ending.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 2000))]);
  return () => {
    keep({ ...own, isEnded: true });
    return renewDevice(own.memberId);
  };
}
