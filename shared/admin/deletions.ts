import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Reason } from '../values/fields.ts';

/** For good, with a reason that the author is mailed. A POST, because it has a body. */
const deletion = {
  method: 'POST',
  idempotency: 'required',
  ifMatch: true,
  body: z.strictObject({ reason: Reason }),
} as const;

export const adminDeletionRoutes = routes({
  deleteTrip: { ...deletion, path: '/admin/trips/{tripId}/delete', access: { party: 'tripJudge', of: 'tripId' } },
  /** With its history and photos; never while a carrier is named and the delivery not over. */
  deleteParcel: {
    ...deletion,
    path: '/admin/parcels/{parcelId}/delete',
    access: { party: 'parcelJudge', of: 'parcelId' },
  },
  removeReview: {
    ...deletion,
    path: '/admin/reviews/{reviewId}/delete',
    access: { party: 'reviewJudge', of: 'reviewId' },
  },
});
