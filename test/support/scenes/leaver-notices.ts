import { deflateRawSync } from 'node:zlib';
import type { MailName } from '#functions/mail/mails.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';

type Person = 'leaver' | 'friend' | 'colleague' | 'invitation';

/** Notices of the leaver, of a friend, and of an administrator who has met the leaver nowhere else. */
export function noticesOf(
  { leaver, friend, colleague, invitation, parcelId }: Readonly<Record<Person | 'parcelId', string>>,
  email: string,
  at: string,
): Item[] {
  const noticeOf = (memberId: string, mail: MailName, facts: Readonly<Record<string, string>>): Item => {
    const id = `${mail}-${facts['change'] ?? ''}`;
    const record = { id, mail, memberId, data: { firstName: 'Membre', ...facts }, createdAt: at, state: 'sent' };
    return { ...keys.notice(memberId, `${at}#${id}`), ...indexes.outbox(at, id), kind: 'notice', record };
  };
  const delivery = { title: 'Livres', parcelId };
  const bank = { change: 'deleteBank', before: 'Banque', after: '' };
  const former = { email: 'old@exemple.fr', otherId: leaver, change: 'addAdministrator' };
  return [
    noticeOf(leaver, 'deliveryStarted', { ...delivery, otherName: 'Karim Benali', otherId: friend }),
    noticeOf(friend, 'deliveryStarted', { ...delivery, otherName: 'Zoubida Quatremarre', otherId: leaver }),
    noticeOf(colleague, 'bankChanged', { ...bank, adminName: 'Zoubida Quatremarre', otherId: leaver }),
    noticeOf(colleague, 'administratorsChanged', { email, otherId: invitation, change: 'inviteAdministrator' }),
    noticeOf(colleague, 'administratorsChanged', former),
  ];
}

/** Stored answers of the leaver, a friend and an administrator, with the leaver's card or the friend's. */
export const answersOf = (
  [leaver, friend, colleague]: readonly [string, string, string],
  card: object,
  other: object,
): Item[] => [
  { ...keys.idempotency(leaver, 'key-of-a-request'), body: 'zoubida@exemple.fr' },
  { ...keys.idempotency(friend, 'about-the-leaver'), body: JSON.stringify(card) },
  { ...keys.idempotency(friend, 'about-others'), body: JSON.stringify(other) },
  { ...keys.idempotency(colleague, 'about-the-leaver'), packed: deflateRawSync(JSON.stringify(card)) },
];
