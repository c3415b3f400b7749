import { OutboxRecord } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import { type Departure, departureRepository, lastMailId, parseDeparture } from './departures.ts';
import { steps } from './steps.ts';
import { tiesOf } from './ties.ts';
import type { ErasingTools } from './tools.ts';

export interface ErasingDeps extends ErasingTools {
  /** Milliseconds of one run; a thing that was begun is finished. */
  readonly budgetMs: number;
}

/**
 * The second look: later than anything that was written at the moment of the end can arrive. A place to send a file is
 * open for five minutes, and a function runs for at most fifteen.
 */
const secondLookMs = hourMs;
/** A member with a parcel in hand after 14 days: looked at again the next day. */
const patienceMs = dayMs;
/** A last mail that could not be sent for so long is given up. */
const mailPatienceMs = 3 * dayMs;

/**
 * Ends the accounts that are due and erases everything of them (rule 111), as far as the time of one run goes; the next
 * run goes on from there. Each thing may be erased twice, so a run may stop anywhere. One departure that fails does not
 * stop the others; then the whole run fails. Returns how many departures are finished.
 */
export async function eraseDue(deps: ErasingDeps): Promise<number> {
  const endsAt = performance.now() + deps.budgetMs;
  const isLate = () => performance.now() > endsAt;
  const failed: unknown[] = [];
  let finished = 0;
  for await (const item of departureRepository(deps.table).due(deps.now())) {
    if (isLate()) break;
    try {
      if (await follow(item, deps, isLate)) finished += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  logger.info('accounts erased', { count: finished });
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} accounts could not be erased`);
  return finished;
}

/** True when nothing of the member is left but what stays (rule 111). */
async function follow(item: Item, deps: ErasingDeps, isLate: () => boolean): Promise<boolean> {
  const { table, now } = deps;
  const departures = departureRepository(table);
  // The index may be a moment behind.
  const stored = await table.get({ pk: String(item['pk']), sk: String(item['sk']) }, { consistent: true });
  if (!stored) return false;
  const departure = parseDeparture(stored);
  const { memberId, profile, erasedAt } = departure;
  if (!profile) {
    await begin(departure, deps);
    return false;
  }

  const left = await sweep(profile, deps, isLate);
  if (left === 'unfinished') return false;
  const isFirst = erasedAt === undefined;
  if (isFirst || left.length > 0) {
    const look = { ...departure, erasedAt: new Date(now()).toISOString() };
    await table.transact([departures.put(look, now() + secondLookMs)]);
    if (isFirst) return false;
    throw new Error(`Written after the end of ${memberId}, and erased now: ${left.join(', ')}`);
  }
  return finish(memberId, deps);
}

/** The profile goes, if the member still leaves and has nothing in hand. */
async function begin(departure: Departure, { table, now }: ErasingDeps): Promise<void> {
  const { memberId } = departure;
  const departures = departureRepository(table);
  const profile = await profileRepository(table).read(memberId);
  if (!profile?.leavesOn) {
    await table.transact([departures.drop(memberId)]);
    return;
  }
  const { hasParcelInHand, isAdmin } = await tiesOf(table, memberId);
  if (hasParcelInHand || isAdmin) {
    // Agreed in the moment of the request: it ends first.
    await table.transact([departures.put(departure, now() + patienceMs)]);
    logger.warn('an account that leaves has a parcel in hand or rights', { memberId });
    return;
  }
  // Changed or taken back in between: the next run reads it again.
  await attempt(table, departures.close(profile, { now: now() }));
}

/** The names of the steps that still found something, or that the time is over. */
async function sweep(
  profile: ProfileRecord,
  tools: ErasingTools,
  isLate: () => boolean,
): Promise<string[] | 'unfinished'> {
  const found = new Set<string>();
  for (const [name, step] of Object.entries(steps))
    for await (const _ of step(profile, tools)) {
      found.add(name);
      if (isLate()) return 'unfinished';
    }
  return [...found];
}

/** The last mail and the work itself, which holds the profile. */
async function finish(memberId: string, { table, now }: ErasingDeps): Promise<boolean> {
  const departures = departureRepository(table);
  const mail = keys.outbox(lastMailId(memberId));
  const row = await table.get(mail, { consistent: true });
  const { state, createdAt } = row ? OutboxRecord.parse(row['record']) : { state: 'sent', createdAt: '' };
  if (state === 'pending' && now() - Date.parse(createdAt) < mailPatienceMs) return false;
  await table.transact([table.remove(mail), departures.drop(memberId)]);
  return true;
}
