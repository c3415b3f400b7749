import { channels, isMailName } from '#functions/mail/channels.ts';
import type { Mails } from '#functions/mail/mails.ts';
import { noticeIdOf, type OutboxRecord, objectionOf } from '#functions/mail/outbox.ts';
import { contentOf } from '#functions/mail/templates.ts';
import type { Notice } from '#shared/notices/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { withNoBreaks } from '#shared/values/french-spaces.ts';

const settings = withQuery(paths.profile, { tab: 'settings' });

/**
 * A mail as a line of its member's list (rule 136). Without a site's address, its links are paths. Undefined for a mail
 * that this release does not know.
 */
export function noticeOf(record: OutboxRecord, readUpTo: string | undefined): Notice | undefined {
  const { mail, data, createdAt, readAt } = record;
  if (!isMailName(mail)) return undefined;
  const { group, page } = channels[mail];
  const { subject, paragraphs, action, detail } = contentOf(mail, data as unknown as Mails[typeof mail], {
    site: '',
    email: '',
  });
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
