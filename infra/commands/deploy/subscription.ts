import { warningDays } from '#shared/subscriptions/rules.ts';
import { daysUntil } from '#shared/values/time.ts';
import type { Settings } from '../../config.ts';
import { stackName, subscriptionOutput } from '../../naming.ts';
import { type Clients, stackNamed } from '../clients.ts';
import { type Finding, stops } from './finding.ts';

/**
 * Members were promised at least 30 days' notice (rule 197). The day that is deployed may stay for ever, and the
 * setting may go at any time: then the service is free again. Throws when the deployed day cannot be read: nobody knows
 * then whether the promise is kept.
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
