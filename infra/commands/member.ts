import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { openTable, type Table } from '#functions/platform/table.ts';
import { readSettings } from '../config.ts';
import { operatorKey } from '../local/iam/keys.ts';
import { readLocalSettings } from '../local/settings.ts';
import { localTable } from '../local/table-address.ts';
import { openClients, outputValue } from './clients.ts';
import { resetSecondFactor } from './reset-second.ts';

/**
 * `npm run member -- reset-second <address>`: what the operator does to the account of one member. With `--local` on the
 * product of this machine while it runs, otherwise on the deployed one, with the credentials of this terminal.
 */
try {
  const words = process.argv.slice(2).filter((word) => word !== '--local');
  const [act, address, ...rest] = words;
  if (act !== 'reset-second' || !address || rest.length > 0)
    throw new Error('Say what to do: npm run member -- reset-second <address> [--local]');
  const table = process.argv.includes('--local') ? openLocalTable() : await openDeployedTable();
  await resetSecondFactor(table, address.trim().toLowerCase(), Date.now());
  console.log(`${address} sets up their second factor at their next visit of /admin, and is told by mail.`);
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

function openLocalTable(): Table {
  const { name, ...address } = localTable(readLocalSettings(process.env, []).dataFolder);
  return openTable(name, new DynamoDBClient({ ...address, credentials: operatorKey }));
}

async function openDeployedTable(): Promise<Table> {
  const settings = readSettings();
  const clients = openClients(settings);
  return openTable(await outputValue(clients, settings, 'Data', 'TableName'), clients.table);
}
