import { openTable, type Table } from '#functions/platform/table.ts';
import { accountFindings } from '#infra/commands/deploy/preflight.ts';
import { readStageSettings, type Settings } from '#infra/config.ts';
import { type Clients, openClients, outputValue } from './clients.ts';

/** The table of the deployed stage, with the credentials of this terminal. */
export const openDeployedTable = async (settings: Settings, clients: Clients): Promise<Table> =>
  openTable(await outputValue(clients, settings, 'Data', 'TableName'), clients.table);

/** The deployed stage of this checkout, with the credentials of this terminal. Throws a sentence when they miss it. */
export async function openStage(): Promise<{ readonly settings: Settings; readonly clients: Clients }> {
  const settings = readStageSettings();
  const clients = openClients(settings);
  await ownAccount(settings, clients);
  return { settings, clients };
}

/** Throws a sentence when the credentials are those of another account, or none: another stage may have our names. */
export async function ownAccount(settings: Settings, clients: Clients): Promise<void> {
  const [finding] = await accountFindings(settings, clients);
  if (finding) throw new Error(finding.sentence);
}
