import { wordsOf } from '#functions/mail/compose.ts';
import { type MailName, mails } from '#functions/mail/mails.ts';
import { noticeIdOf } from '#functions/mail/outbox.ts';
import type { NoticeGroup } from '#shared/notices/choices.ts';
import { showPush } from '#web/worker/push.ts';
import type { Voice } from './hearing.ts';
import { type Life, nameOf, people } from './life.ts';
import { type Claim, plain, problemWord, stagesIn, termsIn } from './readings.ts';

/** The claims of a mail's text; a mail without one here tells an outcome in words of its own. */
const claimsOf: { readonly [Name in MailName]?: (text: string, otherName: string) => Claim[] } = {
  parcelApproved: (text) => (/En ligne|voient maintenant/.test(text) ? [{ topic: 'in the search', says: 'yes' }] : []),
  parcelRejected: () => [{ topic: 'stage', says: 'Refusé' }],
  deliveryAccepted: (text) => termsIn(text),
  carrierChosen: (text) => termsIn(text),
  handshakeDone: (text) => termsIn(text),
  changeAgreed: (text) => termsIn(text),
  offerMade: (text, otherName) => [{ topic: `offer with ${otherName}`, says: firstFact(text) }],
  agreementExpired: (text) => (/de nouveau proposé/.test(text) ? [{ topic: 'in the search', says: 'yes' }] : []),
  agreementOverdue: () => [{ topic: 'in the search', says: 'no' }],
  deliveryLate: () => [{ topic: 'agreed day', says: 'en retard' }],
  pickupValidated: () => [{ topic: 'stage', says: 'En transit' }],
  deliveryStarted: () => [{ topic: 'stage', says: 'En cours de livraison' }],
  deliveryValidated: () => [{ topic: 'stage', says: 'Livré' }],
  receiptAsked: (text) => [
    { topic: 'stage', says: /rendu/.test(text) ? 'Retour à confirmer' : 'Livraison à confirmer' },
  ],
  declarationClosed: (text) => [{ topic: 'stage', says: text.startsWith('Rendu') ? 'Rendu' : 'Livré' }],
  receiptConfirmed: () => [{ topic: 'stage', says: 'Livré' }],
  parcelReturned: () => [{ topic: 'stage', says: 'À retourner' }],
  problemReported: () => [{ topic: 'stage', says: problemWord }],
  returnConfirmed: () => [{ topic: 'stage', says: 'Rendu' }],
};

const firstFact = (text: string) => / : (\S+ (?:€|kg)|trajet)/.exec(text)?.[1] ?? '';

/** A mail, with what its line in the notifications must say too. */
export interface Letter extends Voice {
  /** Absent for a mail that the list leaves out. */
  readonly noticeId?: string;
  readonly group: NoticeGroup;
  readonly claimsOf: (text: string) => Claim[];
}

/** The newest mail about each parcel to each member, of those that the last step has sent. */
export async function lettersOf(life: Life, since: string): Promise<Letter[]> {
  const newest = new Map<string, Letter>();
  for (const record of await life.world.mails()) {
    const { mail, memberId, data, createdAt } = record;
    const { parcelId = '', otherName = '' } = data;
    const claims = claimsOf[mail as MailName];
    if (createdAt < since || !parcelId) continue;
    const { subject, paragraphs } = wordsOf(mail as MailName, data, { site: '', email: '' });
    const otherId = people.members.find((id) => otherName.startsWith(nameOf(id)));
    const told = (text: string) => claims?.(plain(text), otherId ? nameOf(otherId) : '') ?? [];
    const { isListed, group } = mails[mail as MailName];
    newest.set(`${memberId} ${parcelId}`, {
      place: 'mail',
      memberId,
      parcelId,
      otherId,
      claims: told([subject, ...paragraphs].join(' ')),
      acts: [],
      ...(isListed ? { noticeId: noticeIdOf(record) } : {}),
      group,
      claimsOf: told,
    });
  }
  return [...newest.values()];
}

/** The push about a letter, and the line of the notifications to which a press leads. */
export async function pushed({
  memberId,
  parcelId,
  noticeId,
  group,
}: Letter): Promise<{ voice: Voice; opens: string }> {
  const shown: { title: string; body?: string; data?: { path: string } }[] = [];
  const registration = {
    getNotifications: () => Promise.resolve([]),
    showNotification: (title: string, options: object) => Promise.resolve(void shown.push({ title, ...options })),
  };
  await showPush(JSON.stringify({ group, id: noticeId }), registration);
  const [push] = shown;
  const text = plain(`${push?.title} ${push?.body}`);
  return {
    voice: { place: 'push', memberId, parcelId, claims: [...termsIn(text), ...stagesIn(text)], acts: [] },
    opens: new URLSearchParams(push?.data?.path.split('?')[1]).get('open') ?? '',
  };
}
