import { unsentMails } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { LogCopy } from '#functions/platform/aws/log-copy.ts';
import { logger } from '#functions/platform/log.ts';
import { recordHaving, type Table } from '#functions/platform/table.ts';
import { dropOldSnapshots } from '#functions/scheduled/fill/drop-old-snapshots.ts';
import { fillAgeing } from '#functions/scheduled/fill/fill-ageing.ts';
import { fillCarried } from '#functions/scheduled/fill/fill-carried.ts';
import { fillLists } from '#functions/scheduled/fill/fill-lists.ts';
import { fillReviews } from '#functions/scheduled/fill/fill-reviews.ts';
import { ageData } from '#functions/scheduled/night/age-data.ts';
import { closeUndecidedListings } from '#functions/scheduled/night/close-undecided.ts';
import { compareLog } from '#functions/scheduled/night/compare-log.ts';
import { mailLateQueues } from '#functions/scheduled/night/late-queues.ts';
import { aNight, someAtOnce } from '#functions/scheduled/night/night.ts';
import { findOldLog } from '#functions/scheduled/night/old-log.ts';
import { keepProgress, keptProgress, mostTries, newProgress } from '#functions/scheduled/night/progress.ts';
import { reconcileCounters } from '#functions/scheduled/night/reconcile-counters.ts';
import {
  eraseArchives,
  eraseFiles,
  eraseUnconfirmed,
  type RetentionTools,
} from '#functions/scheduled/night/retention.ts';
import { remindOfEnds } from '#functions/scheduled/night/subscription-ends.ts';
import { announceStart } from '#functions/scheduled/night/subscription-start.ts';
import { listingsWithLastDay, showListing } from '#functions/search/index/listings.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

/** Days that the job looks back, in case it did not run. */
const lookBackDays = 7;
/** A mail that is unsent for this long is given to the sender again. */
const unsentMs = 10 * minuteMs;

/** What the parts work with outside the table. */
type DailyStores = RetentionTools & {
  readonly logCopy: Pick<LogCopy, 'linesOf' | 'read'>;
  /** The present, which a long night leaves behind. */
  readonly clock: () => number;
};

/** In the order of their duty: what must be erased is first, work that runs once is last. */
const parts = {
  eraseFiles,
  eraseUnconfirmed,
  eraseArchives,
  ageData,
  endListings,
  closeUndecidedListings,
  resendMails,
  remindOfEnds,
  announceStart,
  mailLateQueues,
  compareLog,
  findOldLog,
  reconcileCounters,
  fillLists,
  fillReviews,
  fillAgeing,
  fillCarried,
  dropOldSnapshots,
};

/**
 * One run of the night. It starts several times: each run goes on with the parts that are not over, and stops before
 * its time ends. Each part takes what it finished out of its lists, so going on costs nothing twice. A part that fails
 * does not stop the others; then the run fails, and the part is tried again. The first run of a night fails, too, when
 * there was too much to do for all runs of the one before.
 * @returns whether the night is over
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
  if (!isSame && kept?.isEnded === false) failed.push(new Error(`The night of ${kept.day} did not end`));
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

/** Removes expired listings from the search; trips among them count as travelled. */
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

/** Touches mails that were never sent, so that the stream gives them to the dispatcher again. */
async function resendMails(table: Table, now: number): Promise<number> {
  let touched = 0;
  for (const back of [0, 1, 2]) {
    const day = new Date(now - back * dayMs).toISOString();
    for await (const key of unsentMails(table, { day, before: new Date(now - unsentMs).toISOString() })) {
      const touch = table.update(
        key,
        { expression: 'SET touchedAt = :now', values: { ':now': now } },
        recordHaving('state', 'pending'),
      );
      // Otherwise it was just sent.
      if (await attempt(table, [touch])) touched += 1;
    }
  }
  return touched;
}
