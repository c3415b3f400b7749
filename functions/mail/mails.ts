import type { Queue } from '#shared/admin/queues.ts';

/** Facts of a mail about a delivery. The erasing of the other member finds their notices by `otherId`. */
type AboutDelivery = Readonly<Record<'firstName' | 'otherName' | 'otherId' | 'title' | 'parcelId', string>>;

/** With the terms in words. */
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

/** A member by their name, or the address that a visitor typed. */
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
  /** To the new address of a member whose old one rejects mails. Contains no name, as above. */
  correctEmail: { email: string };
  passwordChanged: { firstName: string };
  profileApproved: { firstName: string };
  profileRejected: { firstName: string; reason: string } & DecisionFacts;
  /** To an approved member: their new name is accepted. */
  nameApproved: { firstName: string; name: string };
  nameRefused: { firstName: string; name: string; reason: string } & DecisionFacts;
  profileBlocked: { firstName: string; reason: string } & DecisionFacts;
  profileUnblocked: { firstName: string };
  /** `day` is the day of the deletion, in words. */
  deletionRequested: { firstName: string; day: string };
  /** To the address of a deleted account; `reason` is empty if the member asked for it. */
  accountDeleted: { firstName: string; email: string; reason: string } & Partial<DecisionFacts>;
  parcelApproved: { firstName: string; title: string; parcelId: string };
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
  /** To the owner: an administrator deleted the listing. Only this mail contains the reason. */
  parcelDeleted: { firstName: string; title: string; reason: string } & DecisionFacts;
  tripDeleted: { firstName: string; route: string; reason: string } & DecisionFacts;
  /** To the author; `otherName` is the reviewed member. */
  reviewDeleted: { firstName: string; otherName: string; otherId: string; reason: string } & DecisionFacts;
  /**
   * To the reporter: the number of their report, or of their objection. Without a name to the address of a visitor,
   * who may be a stranger to it.
   */
  reportReceived: { reference: string; isObjection?: string } & Reporter;
  /** To the reporter: the decision and its reason. */
  reportDecided: { reference: string; outcome: string; reason: string; isObjection?: string } & Reporter &
    DecisionFacts;
  /** To the accused: a decided report was a warning. */
  memberWarned: { firstName: string; reason: string } & DecisionFacts;
  /** To every active administrator: a report of a person in danger. */
  dangerReported: { firstName: string; reference: string; reportId: string };
  dangersWaiting: { firstName: string; waiting: string };
  /** To the owner: a member offers to carry their parcel. */
  deliveryAccepted: AboutAgreement & { until: string };
  /** To the carrier: the owner has chosen them. */
  carrierChosen: AboutAgreement & { until: string };
  /** To the other member of an offer, and six hours before its end. */
  offerMade: AboutOffer;
  offerReminder: AboutOffer;
  offerWithdrawn: AboutDelivery & { isChange: string };
  /** To the party who agreed first: both have agreed. */
  handshakeDone: AboutAgreement & { isCarrier: string };
  /**
   * To the owner: the trip of their parcel moved; `travel` and `was` are its day and transport in words. `isLate` is
   * `yes` after the last day of the parcel, `isProposed` while the owner has not agreed yet.
   */
  tripChanged: AboutDelivery & { travel: string; was: string; isLate: string; isProposed: string };
  /** To both: half an agreement was not answered in time. `hasWaited` and `isListed` are `yes` or empty. */
  agreementExpired: AboutDelivery & { hasWaited: string; isListed: string };
  /** To the author of a change: the other one has taken it. */
  changeAgreed: AboutAgreement;
  /** To the author of an offer that ended (`why`: `OfferEnd`, or `left`), and to the member who let it run out. */
  /** Of an erased owner's parcel: no title, but its route and its last day. */
  offerOver: AboutDelivery & { why: string; isAuthor: string; isTraveller: string; route?: string; day?: string };
  /** To the former carrier: the owner released them. */
  carrierReleased: AboutDelivery & { reason: string; isHalf: string };
  /** To the former carrier: the owner has chosen another one. */
  carrierReplaced: AboutDelivery;
  /** To the owner: the carrier withdrew. */
  carrierWithdrew: AboutDelivery & { reason: string; isHalf: string };
  /** To the carrier: the owner cancelled the parcel. */
  parcelCancelled: AboutDelivery & { reason: string };
  pickupValidated: AboutDelivery;
  deliveryStarted: AboutDelivery;
  deliveryValidated: AboutDelivery;
  /** To the other party: the parcel goes back to its owner. */
  parcelReturned: AboutDelivery & { reason: string };
  /** To the carrier: the owner has received the parcel. */
  returnConfirmed: AboutDelivery;
  /** To both parties: the root administrator has settled the parcel; `status` is its new one. */
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
  /** To every administrator: a bank account changed. The missing side of an added or deleted account is empty. */
  bankChanged: {
    firstName: string;
    adminName: string;
    otherId: string;
    change: string;
    before: string;
    after: string;
  };
  /** To an address without a confirmed account, which may become an administrator's. Contains no name, as above. */
  administratorInvited: { email: string };
  /** To the member whose rights changed; `change` is `active`, `inactive` or `deleted`. */
  administratorRights: { firstName: string; change: string };
  /** To the root administrator: the list of administrators changed; `change` is the act of the log. */
  administratorsChanged: { firstName: string; email: string; otherId: string; change: string };
  /** To an administrator: a person with their password has begun to set up their second factor. */
  secondFactorBegun: { firstName: string };
  /** To an administrator: too many wrong codes, so codes are refused for a while. */
  secondFactorLocked: { firstName: string };
  /** To an administrator: their second factor was reset; `by` is `rootAdmin` or `operator`. */
  secondFactorReset: { firstName: string; by: string };
  /**
   * `end` is the last day in words; `verified` is not empty when the profile was approved with the payment (rule 43).
   */
  receiptApproved: { firstName: string; end: string; verified: string };
  receiptRejected: { firstName: string; reason: string };
  /** A subscription ends soon, today, or ended while no reminder could be sent: `left` days, negative afterwards. */
  subscriptionEnding: { firstName: string; end: string; left: string };
  /** A subscription is needed from a day (in words) on, which is `left` days away, negative afterwards (rule 197). */
  subscriptionStarting: { firstName: string; day: string; left: string };
  /**
   * To every administrator: items wait longer than promised. `count` is the total. The number of each queue is empty if
   * nothing is late; its age is the wait of the first item, in words.
   */
  queuesLate: { firstName: string; count: string } & Readonly<Record<`${Queue}Count` | `${Queue}Age`, string>>;
  /** To a member with an alert: a listing matches. It is a notice and never a mail of its own. */
  alertFound: FoundMail;
  /** The mail about `count` such notices: the facts of the first, the others by their titles, and how many `more`. */
  alertsFound: FoundMail & Listed & { count: string; more: string };
  /** The archive of a member's data is ready; the sender makes the token of its link. */
  archiveReady: { firstName: string };
  archiveFailed: { firstName: string };
  /** To us: a message of the contact form. */
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
