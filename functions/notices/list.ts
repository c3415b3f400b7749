import { wordsOf } from '#functions/mail/compose.ts';
import { isMailName, mails } from '#functions/mail/mails.ts';
import { noticeIdOf, type OutboxRecord, objectionOf, parseMail } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { Notice, noticeRoutes } from '#shared/notices/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { Body } from '#shared/route.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';
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
    at: createdAt,
    isRead: readAt !== undefined || (readUpTo !== undefined && id <= readUpTo),
  };
}

type Read = Body<(typeof noticeRoutes)['readNotices']>;

export function listHandlers({ table, now }: Deps): Pick<Handlers<typeof noticeRoutes>, 'myNotices' | 'readNotices'> {
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
      return answer({ items: shown, ...position });
    },

    readNotices: ({ actor, body }) => read(actor.profile, body),
  };
}
