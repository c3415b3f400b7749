import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { vapidKeys } from '#functions/platform/derived.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { noticeRoutes } from '#shared/notices/contract.ts';
import { mostDevices } from '#shared/notices/push-devices.ts';
import { Refusal } from '#shared/refusal.ts';
import { deviceOf, hasEnded, isDevice, isPointOfCurve, pushDeviceRepository } from './push-devices.ts';

type DeviceRow = 'myPushDevices' | 'addPushDevice' | 'renewPushDevice' | 'removePushDevice';

function requirePoint(p256dh: string): void {
  if (!isPointOfCurve(p256dh)) throw new Refusal('INVALID', undefined, { fields: { p256dh: 'Clé incorrecte' } });
}

export function deviceHandlers({ table, now }: Deps): Pick<Handlers<typeof noticeRoutes>, DeviceRow> {
  const profiles = profileRepository(table);
  const devices = pushDeviceRepository(table);

  return {
    myPushDevices: async ({ actor }) => {
      const items = await devices.of(actor.id, now());
      return answer({
        publicKey: vapidKeys().publicKey,
        items: items.toSorted((a, b) => a.addedAt.localeCompare(b.addedAt)),
      });
    },

    addPushDevice: async function add(received): Promise<Outcome<{ device: string }>> {
      const {
        actor: { id, authTime },
        body: { replaces, ...body },
      } = received;
      requirePoint(body.p256dh);
      const { publicKey } = vapidKeys();
      const device = deviceOf(body.endpoint);
      const at = new Date(now()).toISOString();
      const turn = await oneByOne(table, 'pushDevices', id, now());
      const known = await devices.of(id, now(), true);
      const before = known.find((other) => other.device === replaces && other.device !== device);
      const others = known
        .filter((other) => other.device !== device && other !== before)
        .toSorted((a, b) => a.seenAt.localeCompare(b.seenAt));
      const addedAt = (known.find((other) => other.device === device) ?? before)?.addedAt ?? at;
      const writes = [
        turn,
        ...(await devices.take(id, { publicKey, ...body, authTime, addedAt, seenAt: at })),
        ...[...(before ? [before] : []), ...others.slice(0, Math.max(0, others.length + 1 - mostDevices))].flatMap(
          (old) => devices.remove(id, old.device),
        ),
      ];
      return commit({ device }, writes, () => add(received));
    },

    renewPushDevice: async function renew(received): Promise<Outcome<{ publicKey: string }>> {
      const { old, ...fresh } = received.body;
      requirePoint(fresh.p256dh);
      const { publicKey } = vapidKeys();
      const device = deviceOf(old.endpoint);
      const stored = await devices.named(device, now());
      // Hashes are compared, because their equal beginnings reveal nothing.
      if (!stored || sha256(stored.record.auth) !== sha256(old.auth)) throw new Refusal('NOT_FOUND');
      const { memberId, record } = stored;
      if (hasEnded(record, await profiles.read(memberId))) throw new Refusal('NOT_FOUND');
      const writes = [
        ...(deviceOf(fresh.endpoint) === device ? [] : devices.remove(memberId, device)),
        ...(await devices.take(memberId, { ...record, publicKey, ...fresh, seenAt: new Date(now()).toISOString() })),
      ];
      return commit({ publicKey }, writes, () => renew(received));
    },

    removePushDevice: async function remove(received): Promise<Outcome<undefined>> {
      const {
        actor: { id },
        params: { device },
      } = received;
      const isTheirs = isDevice(device) && (await devices.isOf(id, device));
      return commit(undefined, isTheirs ? devices.remove(id, device) : [], () => remove(received));
    },
  };
}
