import type { Queue } from '#shared/admin/queues.ts';

/** Facts of a mail about a delivery. The erasing of the other member finds their notices by `otherId`. */
type AboutDelivery = Readonly<Record<'firstName' | 'otherName' | 'otherId' | 'title' | 'parcelId', string>>;

type AboutAgreement = AboutDelivery & { readonly terms: string };

/** `isChange` is `yes` for a change of an agreement, `until` an ISO moment, `offer` the offered facts in words. */
type AboutOffer = AboutDelivery & { readonly offer: string; readonly until: string; readonly isChange: string };

/**
 * Facts of a listing that an alert found. `kind` is `parcel` or `trip`. `alert` is the name of the alert, `when` its
 * choice, `leg` the part of the trip's route that it asked, or empty.
 */
export type FoundMail = Readonly<
  Record<'firstName' | 'kind' | 'when' | 'listingId' | 'title' | 'alert' | 'facts' | 'leg', string>
>;

/** The place of a listing in a mail that lists several, from 0 on. */
type Listed = Readonly<Partial<Record<`title${number}` | `kind${number}` | `listing${number}Id`, string>>>;

/**
 * Facts of a mail about a restriction (rule 179): the cause of the decision, and the subject of the link to an
 * objection (`decisionId`). Refusals by the night lack them, because no person decided.
 */
export interface DecisionFacts {
  readonly origin: 'report' | 'check';
  readonly about: string;
}

type Reporter = { firstName: string } | { email: string };

/**
 * Mails of the product, with the facts for their texts. The sender builds links from the site's own address and creates
 * the tokens, so a row of the outbox contains no secret.
 */
export interface Mails {
  /**
   * Contains no name: the person who signed up may be a stranger to this mailbox and could send text through our mail.
   */
  confirmEmail: Readonly<Record<string, never>>;
  resetPassword: { firstName: string };
  /** Contains no name, as above. */
  correctEmail: { email: string };
  passwordChanged: { firstName: string };
  profileApproved: { firstName: string };
  profileRejected: { firstName: string; reason: string } & DecisionFacts;
  nameApproved: { firstName: string; name: string };
  nameRefused: { firstName: string; name: string; reason: string } & DecisionFacts;
  profileBlocked: { firstName: string; reason: string } & DecisionFacts;
  profileUnblocked: { firstName: string };
  /** `day` is the day of the deletion, in words. */
  deletionRequested: { firstName: string; day: string };
  /** `reason` is empty if the member asked for it. */
  accountDeleted: { firstName: string; email: string; reason: string } & Partial<DecisionFacts>;
  /** `isPaused` is `yes` where the owner has paused the listing. */
  parcelApproved: { firstName: string; title: string; parcelId: string; isPaused?: string };
  /** `wasListed`: an approved listing went back to its owner (rule 180). */
  parcelRejected: {
    firstName: string;
    title: string;
    parcelId: string;
    reason: string;
    wasListed?: string;
  } & Partial<DecisionFacts>;
  tripApproved: { firstName: string; route: string; tripId: string };
  tripRejected: {
    firstName: string;
    route: string;
    tripId: string;
    reason: string;
    wasListed?: string;
  } & Partial<DecisionFacts>;
  /** Only this mail contains the reason. */
  parcelDeleted: { firstName: string; title: string; reason: string } & DecisionFacts;
  tripDeleted: { firstName: string; route: string; reason: string } & DecisionFacts;
  reviewDeleted: { firstName: string; otherName: string; otherId: string; reason: string } & DecisionFacts;
  reportReceived: { reference: string; isObjection?: string } & Reporter;
  reportDecided: { reference: string; outcome: string; reason: string; isObjection?: string } & Reporter &
    DecisionFacts;
  memberWarned: { firstName: string; reason: string } & DecisionFacts;
  dangerReported: { firstName: string; reference: string; reportId: string };
  dangersWaiting: { firstName: string; waiting: string };
  deliveryAccepted: AboutAgreement & { until: string };
  carrierChosen: AboutAgreement & { until: string };
  offerMade: AboutOffer;
  offerReminder: AboutOffer;
  offerWithdrawn: AboutDelivery & { isChange: string };
  handshakeDone: AboutAgreement & { isCarrier: string };
  /** `answers`: `owner` or `traveller` while that one's yes is missing. */
  tripChanged: AboutDelivery & { travel: string; was: string; answers: string };
  /** `hasWaited` and `isListed` are `yes` or empty. */
  agreementExpired: AboutDelivery & { hasWaited: string; isListed: string };
  changeAgreed: AboutAgreement;
  /** To the author of an offer that ended (`OfferEnd`, `left` or `gone`), and to the member who let it run out. */
  /** An erased owner's parcel has no title, but its route and its last day. */
  offerOver: AboutDelivery & { why: string; isAuthor: string; isTraveller: string; route?: string; day?: string };
  carrierReleased: AboutDelivery & { reason: string; isHalf: string };
  carrierReplaced: AboutDelivery;
  carrierWithdrew: AboutDelivery & { reason: string; isHalf: string };
  parcelCancelled: AboutDelivery & { reason: string };
  pickupValidated: AboutDelivery;
  deliveryStarted: AboutDelivery;
  deliveryValidated: AboutDelivery;
  parcelReturned: AboutDelivery & { reason: string };
  returnConfirmed: AboutDelivery;
  /** `status` is the new one of the parcel. */
  parcelSettled: { firstName: string; title: string; parcelId: string; status: string; reason: string };
  /** A message of a conversation is unread for a quarter of an hour; `count` and the optional facts are texts. */
  unreadMessages: {
    firstName: string;
    otherName: string;
    otherId: string;
    count: string;
    title: string;
    parcelId: string;
  };
  /** The missing side of an added or deleted account is empty. */
  bankChanged: {
    firstName: string;
    adminName: string;
    otherId: string;
    change: string;
    before: string;
    after: string;
  };
  /** Contains no name, as above. */
  administratorInvited: { email: string };
  /** `change` is `active`, `inactive` or `deleted`. */
  administratorRights: { firstName: string; change: string };
  /** `change` is the act of the log. */
  administratorsChanged: { firstName: string; email: string; otherId: string; change: string };
  secondFactorBegun: { firstName: string };
  secondFactorLocked: { firstName: string };
  /** `by` is `rootAdmin` or `operator`. */
  secondFactorReset: { firstName: string; by: string };
  /**
   * `end` is the last day in words; `verified` is not empty when the profile was approved with the payment (rule 43).
   */
  receiptApproved: { firstName: string; end: string; verified: string };
  receiptRejected: { firstName: string; reason: string };
  subscriptionEnding: { firstName: string; end: string; left: string };
  /** A subscription is needed from a day (in words) on, which is `left` days away, negative afterwards (rule 197). */
  subscriptionStarting: { firstName: string; day: string; left: string };
  /**
   * `count` is the total. The number of each queue is empty if nothing is late; its age is the wait of the first item,
   * in words.
   */
  queuesLate: { firstName: string; count: string } & Readonly<Record<`${Queue}Count` | `${Queue}Age`, string>>;
  /** It is a notice and never a mail of its own. */
  alertFound: FoundMail;
  alertsFound: FoundMail & Listed & { count: string; more: string };
  /** The archive of a member's data is ready; the sender makes the token of its link. */
  archiveReady: { firstName: string };
  archiveFailed: { firstName: string };
  contactMessage: {
    firstName: string;
    name: string;
    email: string;
    topic: string;
    message: string;
    parcelNumber: string;
    reference: string;
  };
}
export type MailName = keyof Mails;
