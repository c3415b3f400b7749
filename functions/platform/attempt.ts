import { Refusal } from '#shared/refusal.ts';
import type { Table, Write } from './table.ts';

/** Writes all or nothing; false when a condition failed, which the caller treats as an answer and not as a fault. */
export async function attempt(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STATE_CHANGED') return false;
    throw error;
  }
}
