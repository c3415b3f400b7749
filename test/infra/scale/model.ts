import { snapshotUnitsASecond } from '#functions/search/index/snapshot.ts';
import { parseSettings } from '#infra/config.ts';
import { functionTable } from '#infra/function-table.ts';
import { member } from '../costs/model.ts';

/** How members behave, beside `member` of the cost model. Guesses. */
export const habits = {
  /** The busiest minute, beside the mean of the month. */
  peak: 5,
  /** Listings that a member publishes in a month, and how long one is found (days). */
  listings: 1,
  listedDays: 30,
  /** Changes of a listing that its search rows follow: approved, edited or paused, ended. */
  changesOfListing: member.listingChanges,
  /** The larger of the two kinds, parcels and trips. */
  largerKind: 0.6,
  signIns: 4,
  /** Members whose alerts found something since yesterday, of all: their mails are due at 8:00. */
  morningMails: 0.3,
} as const;

/** The cost of one thing. Measured here or documented by AWS if `docs/scale.md` names it, guessed otherwise. */
export const units = {
  requestMs: 50,
  /** Write units of a moved row of the feed of one kind: in a transaction, the old place and the new one. */
  movedRow: 4,
  /** Bytes of a change of a listing, and how long searches read it: until the next snapshot, and some more. */
  changeBytes: 175,
  changeSeconds: 120,
  /** Read units of a listing that a snapshot reads (`test/data/snapshot-reads.test.ts` measures it). */
  snapshotListing: 0.04,
  /** Find pages without a filter, of all: they read the feed of their kind, a unit each. */
  plainPages: 0.5,
  /** A listing whose last day is over: four round trips of the night, which ends so many at once. */
  endedListingMs: 50,
  endedAtOnce: 20,
  /** Runs of one night, each of which goes on where the one before stopped. */
  nightRuns: 15,
  /** Profiles that the night counts: bytes of one, and a page of a megabyte. */
  profileBytes: 1500,
  countedPageMs: 45,
  /** An item that is due, in each of eight parts of the list. */
  dueItemMs: 40,
  dueParts: 8,
  /** Runs of `reminders` in the hour after 8:00, each of which settles what the one before left. */
  hourRuns: 12,
  /** A push service's answer. */
  pushMs: 250,
  /** Events of the stream that one shard's readers take, for each listing change and message. */
  listingEventMs: 80,
  messageEventMs: 30,
  /** Seconds until a socket that was cut comes back, on average; each gets a ticket first. */
  reconnectSeconds: 10,
  pingSeconds: 240,
  /** A page renews its tokens. */
  tokenMinutes: 15,
} as const;

const secondsOfMonth = 30 * 86_400;
const { apiRate, socketRate, noticesAtOnce } = parseSettings({});

/** Something that grows with the members, and the amount of it that the product takes as it is. */
export interface Growth {
  readonly what: string;
  readonly unit: string;
  /** The amount for so many active members, in the busiest minute. */
  readonly load: (members: number) => number;
  readonly limit: number;
  /** Whose limit it is. */
  readonly from: string;
  /** The operator's or developer's remedy before it is reached. */
  readonly remedy: string;
}

const peakOf = (aMonth: number) => (members: number) => (members * aMonth * habits.peak) / secondsOfMonth;
const requests = peakOf(member.acts + member.findMinutes * 12);
const changes = peakOf(habits.listings * habits.changesOfListing);
const changesOfKind = (members: number) => changes(members) * habits.largerKind;
const open = (members: number) => (members * member.openMinutes * habits.peak) / (30 * 24 * 60);
const listed = (members: number) => (members * habits.listings * habits.largerKind * habits.listedDays) / 30;
const nightMs = (functionTable.daily.timeout ?? 0) * 1000;

export const growths: readonly Growth[] = [
  {
    what: 'requests to the API',
    unit: 'a second',
    load: requests,
    limit: apiRate,
    from: 'the setting `apiRate`',
    remedy: 'raise it; an account has 10,000, and more on request',
  },
  {
    what: 'concurrent functions',
    unit: '',
    load: (members) => (requests(members) * units.requestMs) / 1000,
    limit: 1000,
    from: 'Lambda, an account that is not new (a new one has 10)',
    remedy: 'ask AWS for more',
  },
  {
    what: 'sockets that return after a cut of all',
    unit: 'a second',
    load: (members) => open(members) / units.reconnectSeconds,
    limit: socketRate,
    from: 'the setting `socketRate`, and API Gateway for new connections',
    remedy: 'ask AWS for more, then raise it; until then pages wait longer',
  },
  {
    what: 'pings of open sockets',
    unit: 'a second',
    load: (members) => open(members) / units.pingSeconds,
    limit: socketRate,
    from: 'the setting `socketRate`',
    remedy: 'raise it',
  },
  {
    what: 'mails',
    unit: 'a second',
    load: peakOf(member.mails),
    limit: 14,
    from: 'SES, an account that has just left the sandbox',
    remedy: 'SES raises it by itself with a good reputation, or on request',
  },
  {
    what: 'pushes and alerts that the notifier tells',
    unit: 'ms of work a second',
    load: (members) => peakOf(member.pushes)(members) * units.pushMs,
    limit: noticesAtOnce * 1000,
    from: 'the setting `noticesAtOnce`; later ones wait in the queue, and `NoticesWait` rings',
    remedy: 'raise it',
  },
  {
    what: 'mails of alerts that are due at 8:00',
    unit: '',
    load: (members) => members * habits.morningMails,
    limit: ((functionTable.reminders.timeout * 1000) / units.dueItemMs) * units.dueParts * units.hourRuns,
    from: 'the runs of `reminders` until 9:00; one settles a twelfth, and the next goes on',
    remedy: 'spread them over the hour before',
  },
  {
    what: 'documents with listings, of visitors and crawlers',
    unit: 'a second',
    load: peakOf(member.documents + member.crawledDocuments),
    limit: apiRate,
    from: 'the setting `apiRate`, which documents share with all requests; beyond it the built page is answered',
    remedy: 'raise it; keep documents at the edge for longer',
  },
  {
    what: 'sign-ins and renewed sessions at Cognito',
    unit: 'a second',
    load: peakOf(habits.signIns + member.openMinutes / units.tokenMinutes),
    limit: 120,
    from: 'Cognito, calls of authentication of one account',
    remedy: 'buy more, or tokens that live for an hour',
  },
  {
    what: 'write units on the feed of one kind, the hottest key of the search',
    unit: 'a second',
    load: (members) => units.movedRow * changesOfKind(members),
    limit: 1000,
    from: 'DynamoDB, one partition key',
    remedy: 'one feed for each month or day, merged by the search',
  },
  {
    what: 'read units of the changes since the snapshot, for a search by text',
    unit: '',
    load: (members) => (changesOfKind(members) * units.changeSeconds * units.changeBytes) / 8192,
    limit: 15,
    from: 'the budget of a search; a container reads such changes once a second for all of its searches',
    remedy: 'read only what came since the last reading of the container',
  },
  {
    what: 'seconds in which a snapshot of one kind reads all listings',
    unit: '',
    load: (members) => (listed(members) * units.snapshotListing) / snapshotUnitsASecond,
    limit: functionTable.snapshots.timeout,
    from: 'the timeout of `snapshots`; nothing is lost, and `SnapshotsErrors` rings',
    remedy: 'raise it, up to 900 s; then read the kind in parallel parts',
  },
  {
    what: 'read units on the feed of one kind, by find pages beside a snapshot',
    unit: 'a second',
    load: (members) =>
      snapshotUnitsASecond + peakOf(member.findMinutes * 12)(members) * units.plainPages * habits.largerKind,
    limit: 3000,
    from: 'DynamoDB, one partition key',
    remedy: 'keep first pages at the edge for longer than a second; then one feed for each month or day',
  },
  {
    what: 'listings that the index names',
    unit: 'of one kind',
    load: listed,
    limit: 100_000,
    from: 'decision 013: what lies further back is read by estimates, within the same budget',
    remedy: 'nothing has to be done',
  },
  {
    what: 'listings that end in a day',
    unit: 'a night',
    load: (members) => (members * habits.listings) / 30,
    limit: Math.floor((nightMs * units.nightRuns * units.endedAtOnce) / units.endedListingMs),
    from: 'the runs of one night, after everything that must be erased; the next night goes on',
    remedy: 'start the job more often',
  },
  {
    what: 'seconds in which the night counts all profiles',
    unit: '',
    load: (members) => ((members * units.profileBytes) / 1e6) * (units.countedPageMs / 1000),
    limit: (nightMs * units.nightRuns) / 1000,
    from: 'the runs of one night, each of which goes on counting where the one before stopped',
    remedy: 'count the queues in parallel, or trust the counters',
  },
  {
    what: 'listing changes that the projector follows, in one shard of four',
    unit: 'ms of work a second',
    load: (members) => (changes(members) * units.listingEventMs) / 4,
    limit: 1000,
    from: 'one reader for each shard, one event after the other',
    remedy: 'a parallelization factor above one keeps the order of each item',
  },
  {
    what: 'messages that the dispatcher tells, in one shard of four',
    unit: 'ms of work a second',
    load: (members) => (peakOf(member.acts * 0.04)(members) * units.messageEventMs) / 4,
    limit: 1000,
    from: 'one reader for each shard, one event after the other',
    remedy: 'a parallelization factor above one',
  },
];

/** The number of active members at which a limit is reached, to two digits. */
export function membersAt({ load, limit }: Growth): number {
  let [low, high] = [1, 1e12];
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high);
    if (load(middle) < limit) low = middle;
    else high = middle;
  }
  return Number(low.toPrecision(2));
}
