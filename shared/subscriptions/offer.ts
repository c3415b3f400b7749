import * as z from 'zod/mini';
import { Money } from '../values/fields.ts';

/** What the yearly subscription costs and gives (product 2.9). */
export const SubscriptionInfo = z.object({
  price: Money,
  months: z.int(),
  /** Working hours within which a payment is checked. */
  checkHours: z.int(),
  /** Nothing is due today. */
  isFree: z.boolean(),
  /** The day from which a subscription is needed, to come or past; absent while none is decided (rule 197). */
  from: z.optional(z.string()),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

export const subscriptionOffer: Omit<SubscriptionInfo, 'isFree' | 'from'> = {
  price: { amount: 500_000, currency: 'DZD' },
  months: 12,
  checkHours: 24,
};
