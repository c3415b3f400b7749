import * as z from 'zod/mini';
import { accountChecks } from './account.ts';
import { apiChecks } from './api.ts';
import { type Account, ask, type Check, type CheckedSite } from './check.ts';
import { doorChecks } from './doors.ts';
import { siteChecks } from './site.ts';

export const checks: readonly Check[] = [...apiChecks, ...siteChecks, ...doorChecks, ...accountChecks];

const Config = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
});

/**
 * The additional parts of a deployed stage: the API behind its edge, and its account without the pool, which the site
 * names.
 */
interface Deployed {
  readonly api: string;
  readonly account: Omit<Account, 'userPoolId'>;
}

/** The facts about a product that checks need, read from its own `/config.json`. This machine has no others. */
export async function placeAt(site: string, deployed?: Deployed): Promise<CheckedSite> {
  const { text } = await ask(`${site}/config.json`);
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = Config.parse(JSON.parse(text));
  const cognito = userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`;
  const place = { site, cognito, client: userPoolClientId };
  return deployed ? { ...place, api: deployed.api, account: { ...deployed.account, userPoolId } } : place;
}
