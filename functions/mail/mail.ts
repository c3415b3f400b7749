import type { NoticeGroup } from '#shared/notices/choices.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { TermId } from '#shared/site/terms.ts';
import type { MailWords } from './layout.ts';
import type { Envelope } from './links.ts';

/** The facts of a mail's texts. A row of the outbox stores them. */
export type Facts = Readonly<Record<string, string | undefined>>;

export type MemberFacts<Fact extends string = never> = Readonly<Record<'firstName' | Fact, string>>;

/**
 * Facts of a mail about a restriction (rule 179): the cause of the decision, the subject of the link to an objection
 * (`decisionId`), and the broken chapter of the terms. Refusals by the night lack them, because no person decided.
 */
export type DecisionFacts = Readonly<
  Record<'origin', 'report' | 'check' | 'objection'> & Record<'about', string> & { readonly termId?: TermId }
>;

/** The ways by which a mail's fact reaches its member (rule 137). */
interface Channels {
  readonly group: NoticeGroup;
  readonly isListed: boolean;
  /**
   * Such mails are about an account's safety, deletions that nothing else reports, an archive that the member asked
   * for, and the day from which the service costs something.
   */
  readonly isAlwaysMailed: boolean;
  /** The notice's page, where the mail leads to none, to one for visitors, or by a secret (rule 136). */
  readonly page?: string | ((facts: Facts) => string);
}

export interface Mail<F extends Facts = Facts> extends Channels {
  /** A method, so that stored facts are accepted: `mail()` in `outbox.ts` wrote exactly those of the mail. */
  words(facts: F, to: Envelope): MailWords;
}

const through =
  (channels: Channels) =>
  <F extends Facts>(words: (facts: F, to: Envelope) => MailWords): Mail<F> => ({ ...channels, words });

const account = { group: 'account', isListed: true, isAlwaysMailed: false } as const;
const safety = { ...account, isAlwaysMailed: true } as const;
const deliveries = { ...account, group: 'deliveries' } as const;

export const aboutAccount = through(account);
export const always = through(safety);
export const mailOnly = through({ ...safety, isListed: false });
export const toProfile = through({ ...safety, page: paths.profile });
/** The mail leads to a page for visitors, or by a secret. */
export const toSettings = through({ ...safety, page: withQuery(paths.profile, { tab: 'settings' }) });
export const toDecision = through({
  ...safety,
  page: ({ objection, isProblem, parcelId = '' }) =>
    isProblem ? paths.delivery(parcelId) : objection ? paths.objection(objection) : `${paths.terms}#moderation`,
});
export const aboutDelivery = through(deliveries);
export const toDelivery = through({ ...deliveries, page: ({ parcelId = '' }) => paths.delivery(parcelId) });
/** A parcel that is offered again is no delivery of its former carrier any more. */
export const toSettled = through({
  ...deliveries,
  page: ({ parcelId = '', status, isOwner, search = paths.findParcels }) =>
    status !== 'active' ? paths.delivery(parcelId) : isOwner ? paths.myParcels : search,
});
/** Unread messages have a badge of their own. */
export const aboutMessages = through({ group: 'messages', isListed: false, isAlwaysMailed: false });
export const inAlertList = through({ ...account, group: 'alerts' });
export const inAlertMail = through({ ...account, group: 'alerts', isListed: false });
