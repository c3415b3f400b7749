import { reviewRoutes } from '#shared/reviews/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';

export const reviewsApi = clientOf(reviewRoutes);
