import { answer, commit, gone, type Outcome } from '#functions/outcome.ts';
import { subjectOf, vapidKeys } from '#functions/platform/derived.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { withoutAlertMails } from '#shared/notices/choices.ts';
import type { noticeRoutes } from '#shared/notices/contract.ts';
import { mostDevices } from '#shared/notices/push-devices.ts';
import { Refusal } from '#shared/refusal.ts';
import { listHandlers } from './list.ts';
import { deviceOf, isDevice, isPointOfCurve, pushDeviceRepository } from './push-devices.ts';
import { goneStopPage, stopPage, stoppedPage } from './stop-pages.ts';

export function noticeHandlers(deps: Deps): Handlers<typeof noticeRoutes> {
  const { table, now } = deps;
  const profiles = profileRepository(table);
  const devices = pushDeviceRepository(table);

  /** The member of a link in a mail of alerts; undefined for a forged link and for a deleted account. */
  const memberOf = async (token = '') => {
    const memberId = subjectOf('stop', token);
    return memberId === undefined ? undefined : profiles.read(memberId);
  };

  return {
    ...listHandlers(deps),

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
        body,
      } = received;
      if (!isPointOfCurve(body.p256dh))
        throw new Refusal('INVALID', undefined, { fields: { p256dh: 'Clé incorrecte' } });
      const device = deviceOf(body.endpoint);
      const at = new Date(now()).toISOString();
      const turn = await oneByOne(table, 'pushDevices', id, now());
      const known = await devices.of(id, now(), true);
      const others = known
        .filter((other) => other.device !== device)
        .toSorted((a, b) => a.seenAt.localeCompare(b.seenAt));
      const addedAt = known.find((other) => other.device === device)?.addedAt ?? at;
      const writes = [
        turn,
        ...(await devices.take(id, { ...body, authTime, addedAt, seenAt: at })),
        ...others
          .slice(0, Math.max(0, others.length + 1 - mostDevices))
          .flatMap((old) => devices.remove(id, old.device)),
      ];
      return commit({ device }, writes, () => add(received));
    },

    removePushDevice: async function remove(received): Promise<Outcome<undefined>> {
      const {
        actor: { id },
        params: { device },
      } = received;
      const isTheirs = isDevice(device) && (await devices.isOf(id, device));
      return commit(undefined, isTheirs ? devices.remove(id, device) : [], () => remove(received));
    },

    mailStop: async ({ query }) => {
      const member = await memberOf(query.token);
      return member ? answer(stopPage(member.email)) : gone(goneStopPage());
    },

    stopMails: async ({ query }) => {
      const member = await memberOf(query.token);
      if (!member) return gone(goneStopPage());
      return commit(stoppedPage(member.email), [
        profiles.chooseNotices(member.id, withoutAlertMails(member.noticeChoices)),
      ]);
    },
  };
}
