import { command } from './command.ts';
import { restore } from './restore/restore.ts';
import { openStage } from './stage.ts';

/**
 * `npm run restore -- <restored table> <moment>`: prepares a table that DynamoDB has restored, as of a moment such as
 * 2027-01-31T14:05:00Z. Uses the credentials of this terminal.
 */
await command(async () => {
  const [name, moment = '', ...rest] = process.argv.slice(2);
  const since = new Date(moment);
  if (!name || Number.isNaN(since.getTime()) || rest.length > 0)
    throw new Error('Say what to restore: npm run restore -- <restored table> <moment, such as 2027-01-31T14:05:00Z>');
  const { settings, clients } = await openStage();
  await restore(settings, { name, since }, clients, (line) => console.log(line));
});
