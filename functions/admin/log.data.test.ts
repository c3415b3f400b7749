import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { logger } from '#functions/platform/log.ts';
import type { Item } from '#functions/platform/table.ts';
import { type DispatcherDeps, dispatch } from '#functions/stream/dispatcher/dispatch.ts';
import { ageDays } from '#shared/values/ageing.ts';
import { dayMs } from '#shared/values/time.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { adminLog } from './log.ts';

const written = Date.parse('2026-11-20T10:00:00.000Z');

/** A table with one line of the log, as the act wrote it. */
async function aLine() {
  const table = await tableWith([]);
  const deps = { table, now: () => written, newId: randomUUID };
  const write = adminLog(deps, { id: 'a' }, 'approveTrip', { type: 'trip', id: 't' });
  await table.transact([write]);
  return { table, line: write.item.Put?.Item as Item };
}

test('a line of the log expires three years after the act', async () => {
  const { line } = await aLine();
  expect(new Date(Number(line['ttl']) * 1000).toISOString()).toBe('2029-11-20T10:00:00.000Z');
});

test('the end of an expired line is no alarm, the removal of any other is one', async () => {
  const { line } = await aLine();
  const error = vi.spyOn(logger, 'error').mockReturnValue();
  const removedAt = (now: number) =>
    dispatch({ id: 'e', before: line, after: undefined }, { now: () => now } as unknown as DispatcherDeps);
  await removedAt(written + (ageDays.log + 1) * dayMs);
  expect(error).not.toHaveBeenCalled();
  await removedAt(written + 10 * dayMs);
  expect(error).toHaveBeenCalledWith('a line of the log was changed or removed', expect.anything());
  error.mockRestore();
});
