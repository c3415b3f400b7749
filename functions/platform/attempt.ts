import { Refusal } from '#shared/refusal.ts';
import type { Table, Write } from './table.ts';

/** Writes all or nothing; false if a condition failed, which is an answer for the caller and not a fault. */
export async function attempt(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'STATE_CHANGED') return false;
    throw error;
  }
}
