import { unsentMails } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { LogCopy } from '#functions/platform/aws/log-copy.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { expression, recordHaving, type Table } from '#functions/platform/table.ts';
import { ageData } from '#functions/scheduled/night/age-data.ts';
import { announceSubscription } from '#functions/scheduled/night/announce-subscription.ts';
import { closeUndecidedListings } from '#functions/scheduled/night/close-undecided-listings.ts';
import { compareLog } from '#functions/scheduled/night/compare-log.ts';
import { mailLateQueues } from '#functions/scheduled/night/late-queues.ts';
import { announceTerms } from '#functions/scheduled/night/new-terms.ts';
import { aNight, someAtOnce } from '#functions/scheduled/night/one-by-one.ts';
import { reconcileAdminFigures } from '#functions/scheduled/night/reconcile-admin-figures.ts';
import {
  eraseArchives,
  eraseFiles,
  eraseUnconfirmed,
  type RetentionTools,
} from '#functions/scheduled/night/retention.ts';
import { remindOfEnds } from '#functions/scheduled/night/subscription-ends.ts';
import { listingsWithLastDay, showListing } from '#functions/search/index/listings.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

const work = 'night';
/** Tries of a failing part in one night; by then its alarm has been raised. */
const mostTries = 3;

/** The progress of a night: the finished parts, and how often others failed. */
interface Progress {
  readonly day: string;
  readonly over: readonly string[];
  readonly failures: Readonly<Record<string, number>>;
  /** Only parts that failed too often remain. */
  readonly isEnded: boolean;
}

const keptProgress = async (table: Table): Promise<Progress | undefined> =>
  (await table.get(keys.done(work), { consistent: true }))?.['record'] as Progress | undefined;

const newProgress = (now: number): Progress => ({ day: dayOf(now), over: [], failures: {}, isEnded: false });

const keepProgress = (table: Table, progress: Progress): Promise<void> =>
  table.transact([table.put({ ...keys.done(work), record: progress })]);

/** Days that the job looks back, in case it did not run. */
const lookBackDays = 7;
/** Milliseconds after which an unsent mail goes to the sender again. */
const unsentMs = 10 * minuteMs;

type DailyStores = RetentionTools & {
  readonly logCopy: Pick<LogCopy, 'linesOf' | 'read'>;
  /** The current time, which may be past midnight in a long night. */
  readonly clock: () => number;
};

const parts = {
  eraseFiles,
  eraseUnconfirmed,
  eraseArchives,
  ageData,
  endListings,
  closeUndecidedListings,
  resendMails,
  remindOfEnds,
  announceSubscription,
  announceTerms,
  mailLateQueues,
  compareLog,
  reconcileAdminFigures,
};

/**
 * One run of the nightly job, which starts several times. Each run continues with the unfinished parts, and stops
 * before its time ends. Each part removes finished work from its lists, so continuing repeats nothing. A failed part
 * does not stop the others; then the run fails, and the part is retried. The first run of a night also fails if the
 * previous night had too much work for all of its runs.
 * @returns whether the night's work is finished
 */
export async function runDaily(
  table: Table,
  now: number,
  stores: DailyStores,
  { isAgain = false } = {},
): Promise<boolean> {
  const kept = await keptProgress(table);
  const isSame = kept?.day === dayOf(now);
  let progress = isSame && !isAgain ? kept : newProgress(now);
  const failed: unknown[] = [];
  if (kept && !isSame && !kept.isEnded) failed.push(new Error(`The night of ${kept.day} did not end`));
  for (const [name, part] of Object.entries(parts)) {
    const failures = progress.failures[name] ?? 0;
    if (progress.over.includes(name) || failures >= mostTries) continue;
    if (!stores.hasTime()) break;
    try {
      const count = await part(table, now, stores);
      const isOver = stores.hasTime();
      logger.info(isOver ? 'daily part done' : 'daily part goes on later', { part: name, count });
      if (isOver) progress = { ...progress, over: [...progress.over, name] };
    } catch (error) {
      logger.error('daily part failed', { part: name, error: error as Error });
      progress = { ...progress, failures: { ...progress.failures, [name]: failures + 1 } };
      failed.push(error);
    }
    const { over, failures: tried } = progress;
    const isEnded = Object.keys(parts).every((one) => over.includes(one) || (tried[one] ?? 0) >= mostTries);
    progress = { ...progress, isEnded };
    await keepProgress(table, progress);
  }
  if (failed.length > 0) throw new AggregateError(failed, 'Parts of the daily job failed');
  return Object.keys(parts).every((name) => progress.over.includes(name));
}

/** Removes expired listings from the search; trips among them count as made. */
async function endListings(table: Table, now: number, { hasTime, clock }: DailyStores): Promise<number> {
  const night = aNight();
  for (let back = lookBackDays; back >= 1; back--)
    await someAtOnce(listingsWithLastDay(table, dayOf(now - back * dayMs)), hasTime, ({ kind, id }) =>
      night.erase(async () => {
        await showListing(table, kind, id, clock());
        return true;
      }),
    );
  return night.end();
}

/** Touches unsent mails, so that the stream delivers them to the dispatcher again. */
async function resendMails(table: Table, now: number): Promise<number> {
  let touched = 0;
  for (const back of [0, 1, 2]) {
    const day = new Date(now - back * dayMs).toISOString();
    for await (const key of unsentMails(table, { day, before: new Date(now - unsentMs).toISOString() })) {
      const touch = table.update(key, expression`SET touchedAt = ${now}`, recordHaving('state', 'pending'));
      if (await attempt(table, [touch])) touched += 1;
    }
  }
  return touched;
}
