import type { Parcel } from '#shared/parcels/contract.ts';
import { dayOf } from '#shared/values/time.ts';

/** No carrier took it and its last day has passed: it is no longer in search. */
export const isOverdue = ({ status, deadline }: Pick<Parcel, 'status' | 'deadline'>): boolean =>
  (status === 'active' || status === 'pending') && deadline < dayOf(Date.now());
