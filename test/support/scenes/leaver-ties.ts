import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { aReviewRecord } from '../factories.ts';

/** Reviews, friendships and blocks of the leaver, and those of two others with each other. */
export function tiesOf(
  { leaver, friend, witness }: Readonly<Record<'leaver' | 'friend' | 'witness', string>>,
  at: string,
) {
  const friends = [
    [leaver, friend],
    [friend, leaver],
    [friend, witness],
  ] as const;
  const blocks = [
    [leaver, friend],
    [witness, leaver],
    [witness, friend],
  ] as const;
  return {
    review: [
      reviewItem(aReviewRecord({ targetId: leaver, reviewerId: friend, rating: 4 })),
      reviewItem(aReviewRecord({ targetId: friend, reviewerId: leaver, rating: 5 })),
      reviewItem(aReviewRecord({ targetId: friend, reviewerId: witness, rating: 3 })),
    ],
    friend: friends.map(([a, b]): Item => ({ ...keys.friend(a, b), kind: 'friend', record: { friendId: b } })),
    block: blocks.map(
      ([a, b]): Item => ({
        ...keys.block(a, b),
        ...indexes.blocksOf(a, at),
        kind: 'block',
        record: { otherId: b, since: at },
      }),
    ),
    blockedBy: blocks.map(([a, b]): Item => ({ ...keys.blockedBy(b, a), kind: 'blocked' })),
  };
}
