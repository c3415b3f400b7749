import type { ItemKind } from '#functions/platform/item-kind.ts';

/**
 * How long an item is stored while its member stays. /privacy promises each of these times
 * (`web/features/site/retention-words.ts`); `functions/account-deletion/plan.ts` defines its fate with the account.
 */
type Lifetime =
  | 'account'
  | 'operator'
  | { readonly with: ItemKind }
  | { readonly until: string }
  /** DynamoDB deletes it by its `ttl`. */
  | { readonly expires: string }
  /** The daily job deletes it: the file of its part beside this one. */
  | { readonly night: 'age-data' | 'retention'; readonly after: string };

/** Every kind of item. A new kind does not compile until it has a line here. */
export const lifetimes: Readonly<Record<ItemKind, Lifetime>> = {
  profile: 'account',
  emailLock: 'account',
  name: 'account',
  newName: { until: 'the decision about the name' },
  friend: 'account',
  block: { until: 'its member ends it' },
  blocked: { with: 'block' },
  review: 'account',
  parcel: 'account',
  trip: 'account',
  inHand: { until: 'the end of the delivery' },
  carry: { with: 'parcel' },
  given: { with: 'parcel' },
  offer: { expires: 'a day after its end' },
  met: 'account',
  event: { with: 'parcel' },
  position: { with: 'parcel' },
  shown: { until: 'the listing leaves the search' },
  proof: { night: 'age-data', after: 'a year after the end of the parcel' },
  ageing: { with: 'parcel' },
  thread: { night: 'age-data', after: 'two years after the last message written or read' },
  message: { with: 'thread' },
  inbox: { with: 'thread' },
  threadWord: { with: 'thread' },
  relisting: { until: 'its conversations are listed again' },
  receipt: { night: 'retention', after: 'with its file: 10 years if approved, else 90 days' },
  receiptFile: { with: 'receipt' },
  report: { expires: 'a year after its decision' },
  reportKept: { expires: 'with its report' },
  subscriptionEnd: { until: 'the subscription ends, or is renewed' },
  alertHit: { expires: 'on the last day of the listing, after 30 days at least' },
  alertMail: { expires: '3 days after its moment' },
  alert: { expires: '30 days after its end' },
  archive: { night: 'retention', after: 'a day after its end' },
  departure: { until: 'the account is deleted' },
  secondFactor: { until: 'the rights end, or a reset' },
  connectionOwner: { with: 'connection' },
  bank: 'operator',
  advertisement: 'operator',
  shownAdvertisement: { with: 'advertisement' },
  administrator: 'operator',
  invitation: { expires: '7 days' },
  connection: { expires: 'about two hours' },
  secondFactorProof: { expires: '30 minutes' },
  pushDevice: { expires: '30 days after the sign-in' },
  pushDeviceOwner: { expires: '30 days after the sign-in' },
  token: { expires: 'a day after it becomes invalid' },
  outbox: { expires: '30 days' },
  notice: { expires: '30 days' },
  seen: { expires: '30 days' },
  log: { expires: '3 years' },
  tombstone: { expires: '3 years' },
};
