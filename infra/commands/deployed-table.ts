import { openTable, type Table } from '#functions/platform/table.ts';
import type { Settings } from '../config.ts';
import { type Clients, outputValue } from './clients.ts';

/** The table of the deployed stage, with the credentials of this terminal. */
export const openDeployedTable = async (settings: Settings, clients: Clients): Promise<Table> =>
  openTable(await outputValue(clients, settings, 'Data', 'TableName'), clients.table);
