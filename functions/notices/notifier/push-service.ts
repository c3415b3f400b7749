import webPush from 'web-push';
import { vapidKeysOf } from '#functions/platform/derived.ts';
import { logger } from '#functions/platform/log.ts';
import type { NoticeGroup } from '#shared/notices/choices.ts';
import type { StoredDevice } from '../push-devices.ts';

/** A device shows the words of the group; the id leads to the notice behind the sign-in (rule 150). */
export interface PushPayload {
  readonly group: NoticeGroup;
  readonly id?: string;
}

/**
 * `gone`: the device has ended. `refused`: our key is wrong. `failed`: the service does not take it, or the secret of
 * its key has ended.
 */
type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed';

export interface PushService {
  readonly send: (
    device: Pick<StoredDevice, 'endpoint' | 'p256dh' | 'auth' | 'publicKey'>,
    payload: PushPayload,
  ) => Promise<PushOutcome>;
}

/** A service keeps a push for a device that is off for so long, in seconds. */
const keptSeconds = 86_400;
/** There is no second try: alerts wait in the same queue, behind a service that does not answer. */
const timeoutMs = 3000;

/**
 * Sends to the push services of the browsers' makers.
 * @param contact the address with which a service reaches us
 * @param standIn an address that gets all calls instead
 */
export function openPushService({ contact, standIn }: { contact: string; standIn: string | undefined }): PushService {
  const call = async (endpoint: string, headers: HeadersInit, body: Buffer | null) => {
    const address = standIn === undefined ? endpoint : endpoint.replace(/^https:\/\//, `${standIn}/`);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await fetch(address, {
        method: 'POST',
        headers,
        body: body && new Uint8Array(body),
        redirect: 'manual',
        signal,
      });
    } catch (error) {
      logger.warn('push service does not answer', { error: error as Error });
      return undefined;
    }
  };

  return {
    async send({ endpoint, p256dh, auth, publicKey }, payload) {
      const pair = vapidKeysOf(publicKey);
      // Its page subscribes again at the next visit.
      if (!pair) return 'failed';
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        { vapidDetails: { subject: `mailto:${contact}`, ...pair }, TTL: keptSeconds, topic: payload.group },
      );
      const { 'Content-Length': _counted, ...sent } = headers as Record<string, string>;
      return outcomeOf(await call(endpoint, sent, body));
    },
  };
}

function outcomeOf(answer: Response | undefined): PushOutcome {
  if (answer?.ok) return 'sent';
  if (answer?.status === 404 || answer?.status === 410) return 'gone';
  return answer && [400, 401, 403].includes(answer.status) ? 'refused' : 'failed';
}
