import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewReview, OwnReview } from '#shared/reviews/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { showMember } from '#web/features/profiles/api.ts';
import { reviewsApi } from '#web/features/reviews/api.ts';
import { withReview } from '#web/features/reviews/with-review.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * Writes, changes or removes the member's review. `onDone` is called before the profile shows
 * the change; the caller shows errors.
 */
export function useReview(userId: string, mine: OwnReview | undefined, onDone: () => void) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();

  const finish = (done: string, review: OwnReview | undefined) => {
    toast.success(done);
    onDone();
    showMember(queries, userId, (member) => withReview(member, review));
    void touch(queries, ['reviews', 'memberReviews']);
  };
  const onError = (error: unknown) => {
    const { code } = asProblem(error);
    // The sign-in page replaces this one, so the dialog cannot show it (product 1.5).
    if (code === 'SIGNED_OUT')
      toast.error('Erreur', 'Vous devez être connecté pour laisser un avis', undefined, paths.login);
    // Another call (also the member's own in another tab) was faster: the current state is read again.
    return ['STALE', 'NOT_FOUND', 'STATE_CHANGED'].includes(code)
      ? touch(queries, ['profiles', 'readMember'], ['reviews', 'memberReviews'])
      : undefined;
  };

  const save = useMutation({
    mutationFn: (body: NewReview) =>
      mine
        ? reviewsApi.editReview({ params: { reviewId: mine.id }, body, version: mine.version })
        : reviewsApi.leaveReview({ params: { userId }, body }, { idempotencyKey: keyOfTry(body) }),
    onSuccess: (review) => finish(mine ? 'Avis modifié' : 'Avis publié', review),
    onError,
  });
  const remove = useMutation({
    mutationFn: async ({ id, version }: OwnReview) => {
      await reviewsApi.deleteReview({ params: { reviewId: id }, version });
    },
    onSuccess: () => finish('Avis supprimé', undefined),
    onError,
  });
  return { save, remove };
}
