import { routes } from '../route.ts';
import { restricting } from './judged.ts';

/** Permanent. A POST, because it has a body. */
export const adminDeletionRoutes = routes({
  deleteTrip: { ...restricting, path: '/admin/trips/{tripId}/delete', access: { party: 'tripJudge', of: 'tripId' } },
  /** Refused while a carrier is named and the delivery is not over. */
  deleteParcel: {
    ...restricting,
    path: '/admin/parcels/{parcelId}/delete',
    access: { party: 'parcelJudge', of: 'parcelId' },
  },
  removeReview: {
    ...restricting,
    path: '/admin/reviews/{reviewId}/delete',
    access: { party: 'reviewJudge', of: 'reviewId' },
  },
  /**
   * The account with all its data, immediately. Refused with a parcel in hand, and for an administrator's account (rule
   * 47).
   */
  deleteProfile: {
    ...restricting,
    path: '/admin/profiles/{userId}/delete',
    access: { party: 'profileEraser', of: 'userId' },
  },
});
