import * as z from 'zod/mini';
import type { Leak } from './leaks.ts';

/** The warning that the author of a held text has read. The one about money covers contact details, too. */
export const Acknowledged = z.enum(['contact', 'payment'], 'Avertissement inconnu');
export type Acknowledged = z.infer<typeof Acknowledged>;

/** The refusal of each warning. */
export const warningCodes = { contact: 'CONTACT_WARNING', payment: 'PAYMENT_WARNING' } as const;
export const warningIn = (code: string): Acknowledged | undefined =>
  Acknowledged.options.find((warning) => warningCodes[warning] === code);

/** The act of an author who has read the warning. */
export const anywayText = 'Envoyer quand même';
/** Read by whom a message asks for money in advance. */
export const asksPaymentText = "Ne payez pas d'avance\u00a0: cet argent ne se récupère pas.";

/** The body of an act whose text may be held has it. */
export const acknowledging = { acknowledged: z.optional(Acknowledged) };

/** How far the two have come in this thread. */
export interface Progress {
  /** They have a delivery in progress, or had this one: each has seen the other's phone. */
  readonly knowEachOther: boolean;
  /** The parcel of the thread was picked up, by one of them from the other one. */
  readonly isPickedUp: boolean;
}

/** The warning for the author of a text with these leaks; undefined without one (rule 184). */
export function warningOf(leaks: ReadonlySet<Leak>, { knowEachOther, isPickedUp }: Progress): Acknowledged | undefined {
  if (leaks.has('coupon') || (leaks.has('account') && !isPickedUp)) return 'payment';
  return leaks.has('contact') && !knowEachOther ? 'contact' : undefined;
}

/** The author has read this warning, or a graver one. */
export const covers = (acknowledged: Acknowledged | undefined, warning: Acknowledged): boolean =>
  acknowledged === warning || acknowledged === 'payment';
