import * as z from 'zod/mini';
import { ParcelCard, TripCard } from '../search/contract.ts';

export const OwnerlessParcel = z.omit(ParcelCard, { owner: true });
export type OwnerlessParcel = z.infer<typeof OwnerlessParcel>;
export const OwnerlessTrip = z.omit(TripCard, { owner: true });
export type OwnerlessTrip = z.infer<typeof OwnerlessTrip>;
