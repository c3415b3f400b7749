import type { NewAdvertisement } from '../admin/advertisements.ts';
import type { AdvertisementRecord } from './record.ts';

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
