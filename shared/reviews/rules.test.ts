import { expect, test } from 'vitest';
import { NewReview } from './contract.ts';
import { editReview, leaveReview, requireSeen, toOwnReview } from './rules.ts';

const pair = { targetId: 'target', reviewerId: 'reviewer' };
const now = Date.parse('2026-11-20T10:00:00.000Z');
const first = () => leaveReview({ rating: 5, comment: 'Ponctuel' }, pair, now);

test('a review is identified by its pair', () => {
  expect(toOwnReview(first())).toEqual({ id: 'target.reviewer', rating: 5, comment: 'Ponctuel', version: 1 });
  expect(() => leaveReview({ rating: 5 }, { targetId: 'me', reviewerId: 'me' }, now)).toThrow(
    'Vous ne pouvez pas vous évaluer vous-même',
  );
});

test('an edit keeps the author and the date, and replaces the whole text', () => {
  const edited = editReview(first(), { rating: 2 }, 1, now + 1000);
  expect(edited).toEqual({
    ...pair,
    rating: 2,
    createdAt: '2026-11-20T10:00:00.000Z',
    editedAt: '2026-11-20T10:00:01.000Z',
    version: 2,
  });
  expect(() => editReview(edited, { rating: 1 }, 1, now)).toThrow('STALE');
  expect(() => requireSeen(edited, 1)).toThrow('STALE');
});

test('a comment is counted in characters, after it is trimmed', () => {
  const parse = (comment: string) => NewReview.safeParse({ rating: 3, comment });
  expect(parse(` ${'👍'.repeat(1000)} `)).toMatchObject({ success: true, data: { comment: '👍'.repeat(1000) } });
  expect(parse('👍'.repeat(1001)).success).toBe(false);
  expect(parse('\ud800').success).toBe(false);
});
