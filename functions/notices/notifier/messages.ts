import * as z from 'zod/mini';

/** A message of the notifier's queue. It has ids alone, because each thing is read again when it is handled. */
export const NotifierMessage = z.union([
  /** A listing that has become visible in searches, or whose place or facts there have changed. */
  z.object({ came: z.object({ kind: z.enum(['parcel', 'trip']), id: z.string() }) }),
  /** A notice of a member with a device. */
  z.object({ push: z.object({ memberId: z.string(), noticeId: z.string() }) }),
  /** A message whose recipient has a device. */
  z.object({
    message: z.object({
      memberId: z.string(),
      otherId: z.string(),
      parcelId: z.optional(z.string()),
      seq: z.int(),
    }),
  }),
]);
export type NotifierMessage = z.infer<typeof NotifierMessage>;

/** A message is pushed if it is unread for so long (rule 151). */
export const messageDelaySeconds = 30;
