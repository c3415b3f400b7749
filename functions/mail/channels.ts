import type { NoticeGroup } from '#shared/notices/groups.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { MailName } from './mails.ts';

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
  readonly page?: string | ((facts: Readonly<Record<string, string>>) => string);
}

const deliveries = { group: 'deliveries', isListed: true, isAlwaysMailed: false } as const;
const account = { group: 'account', isListed: true, isAlwaysMailed: false } as const;
const always = { ...account, isAlwaysMailed: true } as const;
/** The mail leads to a page for visitors, or by a secret. */
const toSettings = { ...always, page: withQuery(paths.profile, { tab: 'settings' }) } as const;
const toDelivery = { ...deliveries, page: ({ parcelId = '' }) => paths.delivery(parcelId) } as const;
const toDecision = {
  ...always,
  page: ({ objection = '' }) => (objection ? paths.objection(objection) : `${paths.terms}#moderation`),
} as const;
const mailOnly = { ...always, isListed: false } as const;

/** One line for each mail; a mail without a line does not compile. */
export const channels: { readonly [Name in MailName]: Channels } = {
  confirmEmail: mailOnly,
  resetPassword: mailOnly,
  correctEmail: mailOnly,
  passwordChanged: toSettings,
  profileApproved: { ...always, page: paths.profile },
  profileRejected: { ...always, page: paths.profile },
  nameApproved: always,
  nameRefused: always,
  profileBlocked: mailOnly,
  profileUnblocked: { ...always, page: paths.profile },
  deletionRequested: mailOnly,
  accountDeleted: mailOnly,
  parcelApproved: account,
  parcelRejected: account,
  tripApproved: account,
  tripRejected: account,
  parcelDeleted: always,
  tripDeleted: always,
  reviewDeleted: { ...always, page: paths.profile },
  reportReceived: mailOnly,
  reportDecided: toDecision,
  memberWarned: toDecision,
  dangerReported: always,
  dangersWaiting: always,
  deliveryAccepted: deliveries,
  carrierChosen: deliveries,
  handshakeDone: deliveries,
  offerMade: deliveries,
  offerReminder: deliveries,
  offerWithdrawn: deliveries,
  tripChanged: deliveries,
  agreementExpired: deliveries,
  changeAgreed: deliveries,
  offerOver: deliveries,
  carrierReleased: deliveries,
  carrierReplaced: deliveries,
  carrierWithdrew: deliveries,
  parcelCancelled: toDelivery,
  pickupValidated: deliveries,
  deliveryStarted: deliveries,
  deliveryValidated: deliveries,
  parcelReturned: deliveries,
  returnConfirmed: deliveries,
  parcelSettled: toDelivery,
  /** Unread messages have a badge of their own. */
  unreadMessages: { group: 'messages', isListed: false, isAlwaysMailed: false },
  bankChanged: always,
  administratorInvited: mailOnly,
  administratorRights: { ...always, page: paths.profile },
  administratorsChanged: always,
  secondFactorBegun: toSettings,
  secondFactorLocked: toSettings,
  secondFactorReset: always,
  receiptApproved: account,
  receiptRejected: account,
  subscriptionEnding: account,
  subscriptionStarting: always,
  queuesLate: account,
  alertFound: { group: 'alerts', isListed: true, isAlwaysMailed: false },
  alertsFound: { group: 'alerts', isListed: false, isAlwaysMailed: false },
  archiveReady: toSettings,
  archiveFailed: toSettings,
  contactMessage: mailOnly,
};

export const isMailName = (name: string): name is MailName => Object.hasOwn(channels, name);

export const isAlwaysSent = (name: MailName, facts: object): boolean =>
  channels[name].isAlwaysMailed || 'origin' in facts;
