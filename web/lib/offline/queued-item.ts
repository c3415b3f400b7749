import * as z from 'zod/mini';
import { ProofStage } from '#shared/deliveries/contract.ts';

const common = {
  nr: z.int(),
  memberId: z.string(),
  /** The Idempotency-Key of every try, so that the server executes the act once. */
  key: z.string(),
  /** When it was queued, or when the member confirmed an old one; milliseconds. */
  at: z.number(),
  /** `old`: the member must confirm that it is still wanted. `refused`: the server refused it, with a reason. */
  state: z.enum(['waiting', 'old', 'refused']),
  /** Why it was refused, or why its last try failed: a title. */
  problem: z.optional(z.string()),
  /** The code of the refusal. */
  refusedAs: z.optional(z.string()),
};

const QueuedMessage = z.object({
  ...common,
  kind: z.literal('message'),
  recipientId: z.string(),
  parcelId: z.optional(z.string()),
  content: z.string(),
});
export type QueuedMessage = z.infer<typeof QueuedMessage>;

const QueuedPhoto = z.object({ key: z.string(), file: z.instanceof(File), uploadId: z.optional(z.string()) });
export type QueuedPhoto = z.infer<typeof QueuedPhoto>;

/** Photos of a hand-over, then its validation, if it was asked for, at the version that the carrier saw. */
const QueuedHandover = z.object({
  ...common,
  kind: z.literal('handover'),
  parcelId: z.string(),
  stage: ProofStage,
  validated: z.optional(
    z.object({
      version: z.int(),
      /** The carrier has seen the contents of what they pick up. */
      contentsSeen: z.optional(z.literal(true)),
      code: z.optional(z.string()),
      /** The delivery is declared without its code. */
      declared: z.optional(z.literal(true)),
      note: z.optional(z.string()),
    }),
  ),
  photos: z.array(QueuedPhoto),
});
export type QueuedHandover = z.infer<typeof QueuedHandover>;
export type Validated = NonNullable<QueuedHandover['validated']>;

export const Queued = z.union([QueuedMessage, QueuedHandover]);
export type Queued = z.infer<typeof Queued>;
