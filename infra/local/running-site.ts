import { openSite, type SiteClient } from './seed/site-client.ts';
import { readLocalSettings } from './settings.ts';

interface RunningSite {
  readonly site: SiteClient;
  readonly dataFolder: string;
}

/** The product that runs on this machine, found by `PORT` and `DATA_DIR`. */
export async function openRunningSite(): Promise<RunningSite> {
  const { port, dataFolder } = readLocalSettings(process.env, []);
  const origin = `http://127.0.0.1:${port}`;
  const site = openSite(origin);
  try {
    await site.config();
  } catch {
    throw new Error(`Nothing answers at ${origin}: run npm start, or set PORT to where the product runs.`);
  }
  return { site, dataFolder };
}
