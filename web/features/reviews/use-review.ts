import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewReview, OwnReview } from '#shared/reviews/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { showMember } from '#web/features/profiles/use-member.ts';
import { reviewsApi } from '#web/features/reviews/api.ts';
import { withReview } from '#web/features/reviews/with-review.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { useIdempotencyKey } from '#web/lib/api/use-idempotency-key.ts';
import { toast } from '#web/lib/toast.ts';

/**
 * Leaves one's review of a member, or changes or removes the one that is there. `onDone` comes before the profile shows
 * what changed; who asked shows what went wrong.
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
    // The page gives way to the sign-in, so its dialog cannot say it (product 1.5).
    if (code === 'SIGNED_OUT')
      toast.error('Erreur', 'Vous devez être connecté pour laisser un avis', undefined, paths.login);
    // Somebody (oneself, elsewhere) was faster: what stands now is read again.
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
