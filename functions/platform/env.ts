import type { SubscriptionFrom } from '#shared/subscriptions/rules.ts';

/**
 * The environment that the template gives to a function (`infra/grants.ts` lists them). Read once per cold start; a
 * missing variable fails the start with its name.
 */
export function env(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`Environment variable ${name} is not set`);
  return value;
}

/**
 * The setting `subscriptionFrom` of this deployment (rule 197), read at each call because the local stack changes it.
 */
export const subscriptionFrom = (): SubscriptionFrom => process.env['SUBSCRIPTION_FROM'] || undefined;

/** The price of a year in whole euros, for members who pay in France (rule 216). */
export const subscriptionEuro = (): string | undefined => process.env['SUBSCRIPTION_EURO'] || undefined;
