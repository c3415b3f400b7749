import type { SubscriptionFrom } from '#shared/subscriptions/rules.ts';

/**
 * The environment that the template gives to a function (`infra/grants.ts` says which function gets what).
 * Read once per cold start; a missing variable ends the start with its name.
 */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/** The setting `subscriptionFrom` of this deployment (rule 197), read at each call: the local stack moves it. */
export const subscriptionFrom = (): SubscriptionFrom => process.env['SUBSCRIPTION_FROM'] || undefined;
