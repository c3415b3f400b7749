import { openTable } from '#functions/platform/table.ts';
import type { Settings } from '../../config.ts';
import { type Clients, outputValue } from '../clients.ts';
import { bringOver } from './bring-over.ts';
import { makeLikeOurs } from './make-like-ours.ts';
import { undelete } from './undelete.ts';

export interface Restored {
  readonly name: string;
  readonly since: Date;
}

/** The table was deleted, not emptied: nothing can be read of it. */
function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'ResourceNotFoundException')) throw error;
}

/**
 * Prepares a table that DynamoDB has restored to take the place of the product's own, and brings files back that were
 * deleted since. The product uses it only after a deploy with the two settings that are said at the end.
 */
export async function restore(
  settings: Settings,
  { name, since }: Restored,
  clients: Clients,
  say: (line: string) => void,
): Promise<void> {
  const output = (stack: string, word: string) => outputValue(clients, settings, stack, word);
  const stream = await makeLikeOurs(clients.table, name);
  say(`${name} has a stream, expiry, copies of every moment and protection.`);
  const present = openTable(await output('Data', 'TableName'), clients.table);
  if (present.name !== name) {
    const brought = await bringOver(present, openTable(name, clients.table), Date.now()).catch(undefinedIfGone);
    say(
      brought
        ? `${brought.erased} accounts that have ended since will be erased again, ${brought.leaving} leave in fourteen days, ${brought.lines} lines of the log were added.`
        : `${present.name} is gone: who was erased after ${since.toISOString()} is there again, and lines of the log since then are lost.`,
    );
  }
  for (const bucket of ['PrivateBucket', 'MediaBucket'])
    say(`${await undelete(clients.files, await output('Files', bucket), since)} files came back (${bucket}).`);
  // A release that comes gradually would keep most calls at the lost table for ten minutes.
  say('Put this into the settings, then npm run deploy -- --at-once:');
  say(`  "restoredTable": "${name}", "restoredStream": "${stream}"`);
}
