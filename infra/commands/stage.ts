import { readStageSettings, type Settings } from '../config.ts';
import { type Clients, openClients } from './clients.ts';
import { accountFindings } from './deploy/preflight.ts';

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
