import * as z from 'zod/mini';
import { ParcelCard, TripCard } from '../search/contract.ts';
import { Transport } from '../trips/fields.ts';
import { Size } from '../values/fields.ts';

export const OwnerlessParcel = z.omit(ParcelCard, { owner: true });
export type OwnerlessParcel = z.infer<typeof OwnerlessParcel>;
export const OwnerlessTrip = z.omit(TripCard, { owner: true });
export type OwnerlessTrip = z.infer<typeof OwnerlessTrip>;

const fragile = 'fragile';

/** The drawings of each picture of a shared link, by its name: a parcel of a size, fragile or not, or a vehicle. */
export const sharePictures: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...Size.options.flatMap((size) => [
    [size, [size]],
    [`${size}-${fragile}`, [size, fragile]],
  ]),
  ...Transport.options.map((transport) => [transport, [transport]]),
]);

export const sharePicturePath = (name: string) => `/share/${name}.png`;

/** Pixels, the common size of link previews. */
export const sharePictureSize = { width: 1200, height: 630 } as const;

export const parcelPicture = ({ size, isFragile }: Pick<OwnerlessParcel, 'size' | 'isFragile'>) =>
  isFragile ? `${size}-${fragile}` : size;
export const tripPicture = ({ transport, maxSize }: Pick<OwnerlessTrip, 'transport' | 'maxSize'>): string =>
  transport ?? maxSize;
