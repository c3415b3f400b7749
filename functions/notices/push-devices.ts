import { ECDH } from 'node:crypto';
import * as z from 'zod/mini';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys, sha256 } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import {
  absent,
  type Condition,
  expression,
  keyOf,
  present,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { deviceDays } from '#shared/notices/push-devices.ts';
import { isHidden, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs } from '#shared/values/time.ts';

const PushDeviceRecord = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  name: z.string(),
  /** The beginning of its session, in whole seconds. */
  authTime: z.int(),
  addedAt: z.string(),
  /** When its page was last open to renew it. */
  seenAt: z.string(),
  /** Our key with which its browser subscribed. */
  publicKey: z.optional(z.string()),
});
export type PushDeviceRecord = z.infer<typeof PushDeviceRecord>;

export interface StoredDevice extends PushDeviceRecord {
  readonly device: string;
}

const endOf = ({ authTime }: Pick<PushDeviceRecord, 'authTime'>) => authTime * 1000 + deviceDays * dayMs;

export const parseDevice = ({ sk, record }: Readonly<Record<string, unknown>>): StoredDevice => ({
  ...PushDeviceRecord.parse(record),
  device: String(sk).slice(keys.pushDevice('', '').sk.length),
});

export const isDevice = (text: string): boolean => /^[\w-]{43}$/.test(text);

export const deviceOf = (endpoint: string): string => sha256(endpoint);

export function isPointOfCurve(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

export const pushDeviceItem = (memberId: string, record: PushDeviceRecord) => ({
  ...keys.pushDevice(memberId, deviceOf(record.endpoint)),
  kind: 'pushDevice' as const,
  record,
  ttl: Math.floor(endOf(record) / 1000),
});

const ownerItem = (memberId: string, record: PushDeviceRecord) => ({
  ...keys.pushDeviceOwner(deviceOf(record.endpoint)),
  kind: 'pushDeviceOwner' as const,
  memberId,
  ttl: Math.floor(endOf(record) / 1000),
});

export const pushDeviceItems = (memberId: string, record: PushDeviceRecord) =>
  [pushDeviceItem(memberId, record), ownerItem(memberId, record)] as const;

const having = (memberId: string): Condition => expression`memberId = ${memberId}`;
/** Each of the two rows expires by itself. */
const havingOrExpired = (memberId: string): Condition => expression`${absent} OR ${having(memberId)}`;

/** Another member has subscribed with the browser before the write: the pipeline reads again. */
const changedHands = () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });

export const hasEnded = ({ authTime }: PushDeviceRecord, profile: ProfileRecord | undefined): boolean =>
  !profile || isHidden(profile) || authTime < (profile.tokensValidAfter ?? 0);

export function pushDeviceRepository(table: Table) {
  const release = (memberId: string, device: string, refuse?: Write['refuse']): Write =>
    table.remove(keys.pushDeviceOwner(device), havingOrExpired(memberId), refuse);

  /** The member's devices whose session has not ended by itself. */
  async function of(memberId: string, now: number, ConsistentRead = false): Promise<StoredDevice[]> {
    const { pk, sk } = keys.pushDevice(memberId, '');
    const devices: StoredDevice[] = [];
    const query = { ...queryOf({ partition: pk, sort: { beginsWith: sk } }), ConsistentRead };
    for await (const item of itemsOf(table, query)) devices.push(parseDevice(item));
    // The table removes expired items late.
    return devices.filter((device) => endOf(device) > now);
  }

  /** Removes a device that has ended, unless it has registered again since it was read. */
  const end = (memberId: string, { device, authTime, seenAt }: StoredDevice): Promise<boolean> =>
    attempt(table, [
      table.remove(
        keys.pushDevice(memberId, device),
        expression`#record.authTime = ${authTime} AND #record.seenAt = ${seenAt}`,
      ),
      release(memberId, device),
    ]);

  return {
    of,
    end,
    release,

    /** The device of this name that has not ended by itself, with its member. */
    async named(device: string, now: number): Promise<{ memberId: string; record: PushDeviceRecord } | undefined> {
      const owner = await table.get(keys.pushDeviceOwner(device), { consistent: true });
      if (!owner) return undefined;
      const memberId = String(owner['memberId']);
      const item = await table.get(keys.pushDevice(memberId, device), { consistent: true });
      const record = item && PushDeviceRecord.parse(item['record']);
      return record && endOf(record) > now ? { memberId, record } : undefined;
    },

    isOf: async (memberId: string, device: string): Promise<boolean> =>
      (await table.get(keys.pushDevice(memberId, device), { consistent: true })) !== undefined,

    remove: (memberId: string, device: string): Write[] => [
      table.remove(keys.pushDevice(memberId, device), present, changedHands),
      release(memberId, device, changedHands),
    ],

    /** The device becomes the member's; the row of the member who had it before is removed. */
    async take(memberId: string, record: PushDeviceRecord): Promise<Write[]> {
      const owner = ownerItem(memberId, record);
      const device = deviceOf(record.endpoint);
      const before = await table.get(keyOf(owner), { consistent: true });
      const earlier = before && String(before['memberId']);
      return [
        table.put(pushDeviceItem(memberId, record)),
        table.put(owner, earlier === undefined ? absent : having(earlier), changedHands),
        ...(earlier === undefined || earlier === memberId ? [] : [table.remove(keys.pushDevice(earlier, device))]),
      ];
    },

    async endSessions(memberId: string, profile: ProfileRecord | undefined, now: number): Promise<void> {
      const ended = (await of(memberId, now, true)).filter((device) => hasEnded(device, profile));
      await Promise.all(ended.map((device) => end(memberId, device)));
    },
  };
}
