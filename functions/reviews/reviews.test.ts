import { reviewRoutes } from '#shared/reviews/contract.ts';
import { aReview, memberIds } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { reviewHandlers } from './handlers.ts';

const { O: amel, C: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
/** Amel's review of Karim. */
const review = aReview('C', 'O', { version: 2 });
const newer = aReview('C', 'O', { version: 3 });
const key = `U#${karim} BY#${amel}#REVIEW`;
const met = { pk: `MET#${[amel, karim].sort().join('_')}`, sk: 'MET' };
const ofAuthor = [`query pk = "U#${amel}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`, `get ${met.pk} MET`];
const ofKarim = [
  `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
  `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
];

examples(reviewRoutes, reviewHandlers, {
  memberReviews: {
    params: { userId: karim },
    given: ['C', review, met],
    reads: [...ofKarim, `query gs1pk = "RV#${karim}", backwards, limit 10`, ...ofAuthor],
    answers: { items: [{ id: review.id, rating: 4, reviewer: { id: amel, firstName: 'O' }, verified: true }] },
  },

  leaveReview: {
    params: { userId: karim },
    body: { rating: 5, comment: 'Parfait' },
    given: ['C'],
    reads: [...ofKarim, ...ofAuthor],
    writes: [`put ${key} if attribute_not_exists(pk)`],
    items: {
      [key]: {
        gs1pk: `RV#${karim}`,
        gs1sk: at,
        gs3pk: `RB#${amel}`,
        gs3sk: karim,
        kind: 'review',
        version: 1,
        record: { targetId: karim, reviewerId: amel, rating: 5, comment: 'Parfait', createdAt: at, version: 1 },
      },
    },
    answers: { id: `${karim}.${amel}`, rating: 5, comment: 'Parfait', verified: false, createdAt: at, version: 1 },
    refused: { [key]: [review, 'STATE_CHANGED'] },
  },

  editReview: {
    params: { reviewId: review.id },
    version: 2,
    body: { rating: 1 },
    given: ['C', review],
    reads: [
      `get ${key}, consistent`,
      `get U#${karim} A#PROFILE, consistent`,
      ofKarim[1] ?? '',
      `get ${met.pk} MET`,
      ...ofAuthor,
    ],
    writes: [`put ${key} if version = 2`],
    items: { [key]: { version: 3, record: { rating: 1, editedAt: at, version: 3 } } },
    answers: { id: review.id, rating: 1, editedAt: at, version: 3 },
    refused: { [key]: [newer, 'STALE'] },
  },

  deleteReview: [
    {
      params: { reviewId: review.id },
      version: 2,
      given: [review],
      reads: [`get ${key}, consistent`],
      writes: [`delete ${key} if version = 2`],
      refused: { [key]: 'NOT_FOUND' },
    },
    {
      when: 'of an older version',
      params: { reviewId: review.id },
      version: 1,
      given: [review],
      reads: [`get ${key}, consistent`],
      status: 412,
      answers: { code: 'STALE', current: { rating: 4, version: 2 } },
    },
  ],
});
