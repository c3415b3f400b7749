import { useQueryClient } from '@tanstack/react-query';
import { reasonTemplates } from '#shared/admin/words.ts';
import type { Review } from '#shared/reviews/contract.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteButton } from '#web/features/admin/delete-button.tsx';
import { showMember } from '#web/features/profiles/api.ts';
import { withoutReview } from '#web/features/reviews/with-review.ts';

export function DeleteReview({ review, userId, name }: { review: Review; userId: string; name: string }) {
  const queries = useQueryClient();
  const { id, version } = review;
  return (
    <DeleteButton
      id={id}
      name={`avis, ${isolated(name)}`}
      confirm="Supprimer l'avis"
      templates={reasonTemplates.removeReview}
      version={version}
      kind="review"
      send={async (body, options) => {
        await adminApi.removeReview({ params: { reviewId: id }, version, body }, options);
        showMember(queries, userId, (member) => withoutReview(member, review));
      }}
      shownBy={[['reviews', 'memberReviews']]}
    >
      <p>
        L'avis et sa note disparaissent définitivement. <bdi translate="no">{name}</bdi> recevra un email.
      </p>
    </DeleteButton>
  );
}
