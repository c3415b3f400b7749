import { wordsOf } from '#functions/mail/compose.ts';
import { isMailName, mails } from '#functions/mail/mails.ts';
import { noticeIdOf, type OutboxRecord, objectionOf, parseMail } from '#functions/mail/outbox.ts';
import { answer, commit, gone, type Outcome } from '#functions/outcome.ts';
import { subjectOf, vapidKeys } from '#functions/platform/derived.ts';
import { escaped } from '#functions/platform/html.ts';
import { oneByOne } from '#functions/platform/http/rate-limit.ts';
import { sha256 } from '#functions/platform/keys.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { undoneAmong } from '#functions/reports/named-things.ts';
import { contestsBy, partsOf } from '#functions/reports/objections.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { button, documentOf, heading, link, paragraph } from '#functions/share/document.ts';
import { withoutAlertMails } from '#shared/notices/choices.ts';
import type { Notice, noticeRoutes } from '#shared/notices/contract.ts';
import { mostDevices } from '#shared/notices/push-devices.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { subjectIn } from '#shared/reports/objections.ts';
import type { Body } from '#shared/route.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
import { deviceOf, hasEnded, isDevice, isPointOfCurve, pushDeviceRepository } from './push-devices.ts';
import { noticeRepository } from './repository.ts';

const settings = withQuery(paths.profile, { tab: 'settings' });

/**
 * A mail as a line of its member's list (rule 136). Without a site's address, its links are paths. Undefined for a mail
 * that this release does not know.
 */
export function noticeOf(record: OutboxRecord, readUpTo: string | undefined): Notice | undefined {
  const { mail, data, createdAt, readAt } = record;
  if (!isMailName(mail)) return undefined;
  const { group, page } = mails[mail];
  const { subject, paragraphs, action, detail } = wordsOf(mail, data, { site: '', email: '' });
  const { objection = '' } = objectionOf(record);
  const line = detail ?? paragraphs.find((paragraph) => paragraph.startsWith('Motif : '));
  const id = noticeIdOf(record);
  return {
    id,
    group,
    title: withNoBreaks(subject),
    ...(line === undefined ? {} : { detail: withNoBreaks(line) }),
    path: (typeof page === 'function' ? page({ ...data, objection }) : page) ?? action?.url ?? settings,
    ...(objection && { objection }),
    ...(objection && data['isObjection'] ? { isAnswer: true as const } : {}),
    at: createdAt,
    isRead: readAt !== undefined || (readUpTo !== undefined && id <= readUpTo),
  };
}

type Read = Body<(typeof noticeRoutes)['readNotices']>;

function listHandlers({ table, now }: Deps): Pick<Handlers<typeof noticeRoutes>, 'myNotices' | 'readNotices'> {
  const notices = noticeRepository(table);
  const profiles = profileRepository(table);

  /** The second try passes over what disappeared or was marked after the first one had read. */
  async function read(profile: ProfileRecord, body: Read): Promise<Outcome<{ unread: number }>> {
    const again = async () => read((await profiles.read(profile.id)) ?? profile, body);
    const { id, noticesReadUpTo = '' } = profile;
    if ('upTo' in body) {
      // A page cannot have shown what is still to come.
      const latest = `${new Date(now()).toISOString()}~`;
      const upTo = body.upTo < latest ? body.upTo : latest;
      if (upTo <= noticesReadUpTo) return answer({ unread: await unreadOf(profile) });
      return commit({ unread: await unreadOf({ id, noticesReadUpTo: upTo }) }, [notices.readUpTo(id, upTo)], again);
    }
    const [unread, opened] = await Promise.all([
      notices.unread(profile, { now: now(), consistent: true }),
      notices.unopened(id, body.ids),
    ]);
    const [newest = ''] = unread.ids;
    const rest = unread.ids.filter((notice) => !opened.includes(notice));
    const writes = opened.map((notice) => notices.open(id, notice, now()));
    // The count then begins behind the last one that was read, so that it stays short.
    const mark = unread.isAll && rest.length === 0 && newest > noticesReadUpTo ? [notices.readUpTo(id, newest)] : [];
    // Older ones, which were not counted, take the places of the opened ones.
    const count = rest.length + (unread.isAll ? 0 : opened.length);
    return commit({ unread: count }, [...writes, ...mark], again);
  }

  const unreadOf = async (profile: Pick<ProfileRecord, 'id' | 'noticesReadUpTo'>) =>
    (await notices.unread(profile, { now: now(), consistent: true })).ids.length;

  return {
    myNotices: async ({ actor, query }) => {
      const { items, ...position } = await notices.page(actor.id, query.cursor);
      const shown = items
        .filter(({ ttl }) => Number(ttl) * 1000 > now())
        .flatMap((item) => noticeOf(parseMail(item), actor.profile.noticesReadUpTo) ?? []);
      const contestBy = await contestsBy(
        table,
        shown.flatMap(({ objection, at }) => (objection ? [{ subject: subjectIn(objection), at }] : [])),
        now(),
      );
      const sentTo = (objection: string) => contestBy(subjectIn(objection)).sent[0];
      const decisionIn = (objection: string) => partsOf(subjectIn(objection))[0];
      const open = shown.flatMap(({ objection }) => (objection && !sentTo(objection) ? [decisionIn(objection)] : []));
      const undone = await undoneAmong(table, open);
      const contestOf = ({ objection, ...notice }: Notice): Notice => {
        if (objection === undefined || undone.has(decisionIn(objection))) return notice;
        const sent = sentTo(objection);
        return { ...notice, objection, ...(sent ? { contestedAt: sent.at } : {}) };
      };
      return answer({ items: shown.map(contestOf), ...position });
    },

    readNotices: ({ actor, body }) => read(actor.profile, body),
  };
}

const pageOf = (title: string, main: readonly string[]) =>
  documentOf({ title, head: [], main: [heading(title), ...main] });

/** Names the account to its owner, and no address to a person who has only the link. */
const account = (email: string) => {
  const [first = ''] = email;
  return `<p>Compte : <bdi translate="no">${escaped(`${first}***${email.slice(email.lastIndexOf('@'))}`)}</bdi></p>`;
};

const stopPage = (email: string) =>
  pageOf('Ne plus recevoir ces emails', [
    paragraph("Vous ne recevrez plus d'emails de vos alertes. Elles restent actives dans vos notifications."),
    account(email),
    `<form method="post">${button('Confirmer')}</form>`,
  ]);

const stoppedPage = (email: string) =>
  pageOf("C'est fait", [
    paragraph('Vous ne recevez plus ces emails.'),
    account(email),
    link(settings, 'Choisir mes emails'),
  ]);

const goneStopPage = () =>
  pageOf("Ce lien n'est plus valable", [
    paragraph('Vous pouvez choisir vos emails dans vos paramètres.'),
    link(settings, 'Choisir mes emails'),
  ]);

type DeviceRow = 'myPushDevices' | 'addPushDevice' | 'renewPushDevice' | 'removePushDevice';

function requirePoint(p256dh: string): void {
  if (!isPointOfCurve(p256dh))
    throw new Refusal('INVALID', undefined, { fields: { p256dh: 'Rechargez la page, puis réessayez.' } });
}

function deviceHandlers({ table, now }: Deps): Pick<Handlers<typeof noticeRoutes>, DeviceRow> {
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

export function noticeHandlers(deps: Deps): Handlers<typeof noticeRoutes> {
  const profiles = profileRepository(deps.table);

  /** The member of a link in a mail of alerts; undefined for a forged link and for a deleted account. */
  const memberOf = async (token = '') => {
    const memberId = subjectOf('stop', token);
    return memberId === undefined ? undefined : profiles.read(memberId);
  };

  return {
    ...listHandlers(deps),
    ...deviceHandlers(deps),

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
