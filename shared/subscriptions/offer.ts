import * as z from 'zod/mini';
import { Money } from '../values/fields.ts';

/** What the yearly subscription costs and gives (product 2.9). */
export const SubscriptionInfo = z.object({
  price: Money,
  months: z.int(),
  /** Working hours within which a payment is checked. */
  checkHours: z.int(),
  /** Nothing is due at present (rule 19). */
  isFree: z.boolean(),
});
type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

export const subscriptionOffer: Omit<SubscriptionInfo, 'isFree'> = {
  price: { amount: 500_000, currency: 'DZD' },
  months: 12,
  checkHours: 24,
};
