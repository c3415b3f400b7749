import { OutboxRecord } from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { type Item, keyOf } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import { blockersOf, type Deletion, deletionRepository, lastMailId, parseDeletion } from './repository.ts';
import { steps } from './steps.ts';
import type { DeletionTools } from './tools.ts';

export interface DeletionDeps extends DeletionTools {
  /** Milliseconds after which a run starts nothing new. It finishes the item it is deleting. */
  readonly budgetMs: number;
}

/**
 * Delay of the second look. Later than any write that began before the account was closed: an upload URL is valid for
 * five minutes, and a function runs for at most fifteen.
 */
const secondLookMs = hourMs;
/** Delay of the next try when something blocks the deletion after its 14 days. */
const blockedMs = dayMs;
/** How long the deletion waits for the last mail before it gives the mail up. */
const mailPatienceMs = 3 * dayMs;

/**
 * Continues the deletions that are due, until the budget is used; the next run takes up the rest. Every deletion of an
 * item is idempotent, so a run may stop anywhere. If one account fails, the others continue and the run fails at its
 * end. Returns how many accounts are finished: of those, nothing remains but what rule 111 allows.
 */
export async function runDueDeletions(deps: DeletionDeps): Promise<number> {
  const endsAt = performance.now() + deps.budgetMs;
  const isLate = () => performance.now() > endsAt;
  const failures: unknown[] = [];
  let finished = 0;
  for await (const item of deletionRepository(deps.table).due(deps.now())) {
    if (isLate()) break;
    try {
      if (await continueDeletion(item, deps, isLate)) finished += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  logger.info('accounts erased', { count: finished });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} accounts could not be erased`);
  return finished;
}

async function continueDeletion(item: Item, deps: DeletionDeps, isLate: () => boolean): Promise<boolean> {
  const { table, now } = deps;
  // The index may be stale.
  const stored = await table.get(keyOf(item), { consistent: true });
  if (!stored) return false;
  const deletion = parseDeletion(stored);
  const { memberId, profile, erasedAt } = deletion;
  if (!profile) {
    await closeAccount(deletion, deps);
    return false;
  }

  const stepsWithFinds = await runSteps(profile, deps, isLate);
  if (stepsWithFinds === 'unfinished') return false;
  const isFirstLook = erasedAt === undefined;
  if (isFirstLook || stepsWithFinds.length > 0) {
    const next = { ...deletion, erasedAt: new Date(now()).toISOString() };
    await table.transact([deletionRepository(table).put(next, now() + secondLookMs)]);
    if (isFirstLook) return false;
    throw new Error(`Written after the end of ${memberId}, and erased now: ${stepsWithFinds.join(', ')}`);
  }
  return finish(memberId, deps);
}

/** Closes the account, unless the member cancelled. Throws where something blocks the deletion, once a day. */
async function closeAccount(deletion: Deletion, { table, now }: DeletionDeps): Promise<void> {
  const { memberId } = deletion;
  const deletions = deletionRepository(table);
  const profile = await profileRepository(table).read(memberId);
  if (!profile?.leavesOn) {
    await table.transact([deletions.remove(memberId)]);
    return;
  }
  const { hasParcelInHand, isAdmin } = await blockersOf(table, memberId);
  if (hasParcelInHand || isAdmin) {
    await table.transact([deletions.put(deletion, now() + blockedMs)]);
    throw new Error(`${memberId} leaves with a parcel in hand or with rights: both must end first`);
  }
  // The next run reads the profile again after a conflict with a change or a cancellation.
  await attempt(table, deletions.close(profile, { now: now() }));
}

/** The names of the steps that found something to delete, or that the budget is used. */
async function runSteps(
  profile: ProfileRecord,
  tools: DeletionTools,
  isLate: () => boolean,
): Promise<string[] | 'unfinished'> {
  const withFinds = new Set<string>();
  for (const [name, step] of Object.entries(steps))
    for await (const _ of step(profile, tools)) {
      withFinds.add(name);
      if (isLate()) return 'unfinished';
    }
  return [...withFinds];
}

/** Deletes the last mail, once it is sent or given up, and the deletion itself with the profile it holds. */
async function finish(memberId: string, { table, now }: DeletionDeps): Promise<boolean> {
  const mail = keys.outbox(lastMailId(memberId));
  const row = await table.get(mail, { consistent: true });
  const { state, createdAt } = row ? OutboxRecord.parse(row['record']) : { state: 'sent', createdAt: '' };
  if (state === 'pending' && now() - Date.parse(createdAt) < mailPatienceMs) return false;
  await table.transact([table.remove(mail), deletionRepository(table).remove(memberId)]);
  return true;
}
