import { answer, commit } from '#functions/outcome.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { publicCard } from '#shared/profiles/record.ts';
import type { Review, reviewRoutes } from '#shared/reviews/contract.ts';
import type { ReviewRecord } from '#shared/reviews/record.ts';
import {
  alreadyReviewed,
  editReview,
  leaveReview,
  requireSeen,
  staleReview,
  toOwnReview,
} from '#shared/reviews/rules.ts';
import type { Card } from '#shared/values/fields.ts';
import { reviewRepository } from './repository.ts';

export function reviewHandlers({ table, now }: Deps): Handlers<typeof reviewRoutes> {
  const reviews = reviewRepository(table);
  const profiles = profileRepository(table);

  async function toReviews(records: readonly ReviewRecord[]): Promise<Review[]> {
    const reviewerIds = records.map(({ reviewerId }) => reviewerId);
    const [people, met] = await Promise.all([
      profiles.people(reviewerIds),
      reviews.deliveredWith(records[0]?.targetId ?? '', reviewerIds),
    ]);
    return records.map((record) => {
      const card = publicCard(record.reviewerId, people.get(record.reviewerId));
      return toReview(record, card, met.has(record.reviewerId));
    });
  }

  async function toOneReview(record: ReviewRecord): Promise<Review> {
    const [view] = await toReviews([record]);
    if (!view) throw new Error('A review without view');
    return view;
  }

  return {
    memberReviews: async ({ resource, query }) => {
      const { items, ...position } = await reviews.reviewsOf(resource.id, query.cursor);
      return answer({ items: await toReviews(items), ...position });
    },

    leaveReview: async ({ actor, resource, body }) => {
      const review = leaveReview(body, { targetId: resource.id, reviewerId: actor.id }, now());
      return commit(await toOneReview(review), [reviews.add(review, alreadyReviewed)]);
    },

    editReview: async ({ resource, body, version }) => {
      const review = editReview(resource, body, version, now());
      return commit(await toOneReview(review), [reviews.save(review, staleReview)]);
    },

    deleteReview: async ({ resource, version }) => {
      requireSeen(resource, version);
      return commit(undefined, [reviews.remove(resource, staleReview)]);
    },
  };
}

function toReview(record: ReviewRecord, card: Card, verified: boolean): Review {
  const { createdAt, editedAt } = record;
  const { id, firstName, lastName, avatarUrl, unavailable } = card;
  return {
    ...toOwnReview(record),
    reviewer: {
      id,
      firstName,
      lastName,
      ...(avatarUrl ? { avatarUrl } : {}),
      ...(unavailable ? { unavailable } : {}),
    },
    verified,
    createdAt,
    ...(editedAt ? { editedAt } : {}),
  };
}
