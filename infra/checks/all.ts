import * as z from 'zod/mini';
import { apiChecks } from './api.ts';
import { ask, type Check, type Place } from './check.ts';
import { doorChecks } from './doors.ts';
import { siteChecks } from './site.ts';

/** Every check, in the order in which they run. */
export const checks: readonly Check[] = [...apiChecks, ...siteChecks, ...doorChecks];

/** What the site tells every visitor about its deployment. */
const Config = z.object({
  region: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
});

/** What checks must know of a product, read from its own `/config.json`. `api` is left out for this machine. */
export async function placeAt(site: string, api?: string): Promise<Place> {
  const { text } = await ask(`${site}/config.json`);
  const { region, userPoolClientId, userPoolEndpoint } = Config.parse(JSON.parse(text));
  const cognito = userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`;
  return { site, cognito, client: userPoolClientId, ...(api && { api }) };
}
