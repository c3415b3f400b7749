import { warningDays } from '#shared/subscriptions/rules.ts';
import { daysUntil } from '#shared/values/time.ts';
import type { Settings } from '../../config.ts';
import { stackName, subscriptionOutput } from '../../naming.ts';
import { type Clients, stackNamed } from '../clients.ts';
import { type Finding, stops } from './finding.ts';

/**
 * Members were promised at least 30 days' notice (rule 197). The deployed day may stay, and the setting may be removed
 * at any time, which makes the service free again. Throws if the deployed day cannot be read, because then the notice
 * cannot be checked.
 */
export async function subscriptionFindings(
  settings: Settings,
  { cloudFormation }: Clients,
  now: number,
): Promise<readonly Finding[]> {
  const { subscriptionFrom } = settings;
  if (!subscriptionFrom || daysUntil(subscriptionFrom, now) >= warningDays) return [];
  const api = await stackNamed(cloudFormation, stackName(settings, 'Api'));
  const deployed = api?.Outputs?.find(({ OutputKey }) => OutputKey === subscriptionOutput)?.OutputValue;
  if (deployed === subscriptionFrom) return [];
  return [
    stops(
      `subscriptionFrom is ${subscriptionFrom}, and ${deployed ? `${deployed} is deployed` : 'no day is deployed'}: members were promised ${warningDays} days' notice, so a new day must be at least ${warningDays} days away.`,
    ),
  ];
}
