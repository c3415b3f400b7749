import { tallyLetters } from '#functions/deliveries/tallies.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { once } from './once.ts';

/**
 * Sets, once, each member's number of carried parcels to the sum of their months, which count deliveries from before
 * that number existed. The projector updates both in one transaction, so a number that changes in between is left to
 * the next run. Returns how many were set.
 */
export const fillCarried = (table: Table, now: number): Promise<number> =>
  once(table, { name: 'carried', now }, { profile: (member) => setCarried(table, parseProfile(member).id) });

const mostTries = 5;

async function carriedInMonths(table: Table, memberId: string): Promise<number> {
  const { pk, sk } = keys.monthTally(memberId, '');
  let carried = 0;
  // Read after the counter, with the same consistency: a delivery in between makes the write fail.
  for await (const month of itemsOf(table, {
    ...queryOf({ partition: pk, sort: { beginsWith: sk } }),
    ConsistentRead: true,
  }))
    carried += Number(month[tallyLetters.carried] ?? 0);
  return carried;
}

async function setCarried(table: Table, memberId: string): Promise<number> {
  const key = keys.stats(memberId);
  for (let turn = 0; turn < mostTries; turn++) {
    const was = (await table.get(key, { consistent: true }))?.['carriedCount'];
    const carried = await carriedInMonths(table, memberId);
    if (carried === Number(was ?? 0)) return 0;
    const change = {
      expression: 'SET #carried = :carried',
      names: { '#carried': 'carriedCount' },
      values: { ':carried': carried },
    };
    const unchanged =
      was === undefined
        ? { expression: 'attribute_not_exists(#carried)' }
        : { expression: '#carried = :was', values: { ':was': was } };
    if (await attempt(table, [table.update(key, change, unchanged)])) return 1;
  }
  throw new Error(`The counters of ${memberId} changed ${mostTries} times`);
}
