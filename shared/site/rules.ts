import * as z from 'zod/mini';
import type { NewAdvertisement } from '../admin/advertisements.ts';
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

const factsOf = ({ title, description, linkUrl, position, priority, isActive }: NewAdvertisement) => ({
  title,
  ...(description ? { description } : {}),
  ...(linkUrl ? { linkUrl } : {}),
  position,
  priority,
  isActive,
});

export const addAdvertisement = (
  input: NewAdvertisement,
  imageKey: string | undefined,
  { id, by, now }: { id: string; by: string; now: number },
): AdvertisementRecord => ({
  id,
  ...factsOf(input),
  ...(imageKey ? { imageKey } : {}),
  createdBy: by,
  createdAt: new Date(now).toISOString(),
  version: 1,
});

export const editAdvertisement = (
  { id, createdBy, createdAt, version }: AdvertisementRecord,
  input: NewAdvertisement,
  imageKey: string | undefined,
  now: number,
): AdvertisementRecord => ({
  id,
  ...factsOf(input),
  ...(imageKey ? { imageKey } : {}),
  createdBy,
  createdAt,
  updatedAt: new Date(now).toISOString(),
  version: version + 1,
});

export const withState = (advertisement: AdvertisementRecord, isActive: boolean, now: number): AdvertisementRecord => ({
  ...advertisement,
  isActive,
  updatedAt: new Date(now).toISOString(),
  version: advertisement.version + 1,
});
