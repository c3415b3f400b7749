import * as z from 'zod/mini';
import { AdvertisementPosition } from './contract.ts';

/** An advertisement as stored (product 1.3). Its picture is an upload of our own (rule 68). */
export const AdvertisementRecord = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  imageKey: z.optional(z.string()),
  linkUrl: z.optional(z.string()),
  position: AdvertisementPosition,
  /** 0 to 999; the highest comes first. */
  priority: z.int(),
  isActive: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  version: z.int(),
});
export type AdvertisementRecord = z.infer<typeof AdvertisementRecord>;
