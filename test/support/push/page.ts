import { vi } from 'vitest';
import { sampleBodies } from '#test/access/samples.ts';

const { p256dh, auth } = sampleBodies.addPushDevice as { p256dh: string; auth: string };
/** The keys of each subscription of the browser. */
export const pushKeys = { p256dh, auth };

/** Our public key. */
export const ourKey = `B${'A'.repeat(86)}`;

/** A browser that can be notified; its own question is answered by `answer`. */
export function aBrowser({
  permission = 'default',
  answer = 'granted',
}: {
  permission?: string;
  answer?: string;
} = {}) {
  let subscription: object | null = null;
  const shown: string[] = [];
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => {
      subscription = {
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
        toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/1', keys: pushKeys }),
      };
      return subscription;
    },
  };
  const registration = { active: {}, pushManager, showNotification: async (title: string) => void shown.push(title) };
  vi.stubGlobal('Notification', { permission, requestPermission: async () => answer });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => registration },
  });
  return { shown, isSubscribed: () => subscription !== null, set: (next: object | null) => (subscription = next) };
}
