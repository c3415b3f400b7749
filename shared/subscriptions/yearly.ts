import * as z from 'zod/mini';
import { Money } from '../values/fields.ts';
import { dayMs } from '../values/time.ts';

/** Price and terms of the yearly subscription (product 2.9). */
export const SubscriptionInfo = z.object({
  price: Money,
  months: z.int(),
  /** Working hours within which a payment is checked. */
  checkHours: z.int(),
  isFree: z.boolean(),
  /** The day from which a subscription is needed, future or past; absent until one is set (rule 197). */
  from: z.optional(z.string()),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

export const yearlySubscription: Omit<SubscriptionInfo, 'isFree' | 'from'> = {
  price: { amount: 500_000, currency: 'DZD' },
  months: 12,
  checkHours: 24,
};

/** The 12 months of the offer (rule 18). */
export const subscriptionMs = 365 * dayMs;
