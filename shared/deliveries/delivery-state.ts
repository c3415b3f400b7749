import * as z from 'zod/mini';

/** The four cards of the carrier's work (rule 14). */
export const DeliveryState = z.enum(
  ['to_collect', 'in_transit', 'to_deliver', 'completed'],
  'Rechargez la page, puis réessayez.',
);
export type DeliveryState = z.infer<typeof DeliveryState>;
