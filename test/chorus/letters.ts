import type { Mails } from '#functions/mail/mails.ts';
import { contentOf } from '#functions/mail/templates.ts';
import type { Voice } from './hearing.ts';
import { type Life, nameOf, people } from './life.ts';
import { type Claim, plain, termsIn } from './readings.ts';

/** The claims of a mail's text; a mail without one here tells an outcome in words of its own. */
const claimsOf: { readonly [Name in keyof Mails]?: (text: string, otherName: string) => Claim[] } = {
  parcelApproved: (text) => (/est en ligne|visible/.test(text) ? [{ topic: 'in the search', says: 'yes' }] : []),
  parcelRejected: () => [{ topic: 'stage', says: 'Refusé' }],
  deliveryAccepted: (text) => termsIn(text),
  carrierChosen: (text) => termsIn(text),
  handshakeDone: (text) => termsIn(text),
  changeAgreed: (text) => termsIn(text),
  offerMade: (text, otherName) => [{ topic: `offer with ${otherName}`, says: firstFact(text) }],
  agreementExpired: (text) => (/de nouveau proposé/.test(text) ? [{ topic: 'in the search', says: 'yes' }] : []),
  pickupValidated: () => [{ topic: 'stage', says: 'En transit' }],
  deliveryStarted: () => [{ topic: 'stage', says: 'En cours de livraison' }],
  deliveryValidated: () => [{ topic: 'stage', says: 'Livré' }],
  parcelReturned: () => [{ topic: 'stage', says: 'À retourner' }],
  returnConfirmed: () => [{ topic: 'stage', says: 'Rendu' }],
};

const firstFact = (text: string) => / : (\S+ (?:€|kg)|trajet)/.exec(text)?.[1] ?? '';

/** The newest mail about each parcel to each member, of those that the last step has sent. */
export async function lettersOf(life: Life, since: string): Promise<Voice[]> {
  const newest = new Map<string, Voice>();
  for (const { mail, memberId, data, createdAt } of await life.world.mails()) {
    const { parcelId = '', otherName = '' } = data;
    const claims = claimsOf[mail as keyof Mails];
    if (createdAt < since || !parcelId) continue;
    const { subject, paragraphs } = contentOf(mail as 'handshakeDone', data as never, { site: '', email: '' });
    const otherId = people.members.find((id) => otherName.startsWith(nameOf(id)));
    const told = claims?.(plain([subject, ...paragraphs].join(' ')), otherId ? nameOf(otherId) : '') ?? [];
    newest.set(`${memberId} ${parcelId}`, { place: 'mail', memberId, parcelId, otherId, claims: told, acts: [] });
  }
  return [...newest.values()];
}
