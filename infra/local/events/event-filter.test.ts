import { expect, test } from 'vitest';
import { eventFilter } from './stream-pump.ts';

const added = { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: 'CNT' } }, NewImage: { kind: { S: 'parcel' } } } };
const removed = { eventName: 'REMOVE', dynamodb: { OldImage: { kind: { S: 'parcel' } } } };
const newKind = (...kinds: string[]) => JSON.stringify({ dynamodb: { NewImage: { kind: { S: kinds } } } });

test('without patterns everything passes', () => {
  expect(eventFilter([])(added)).toBe(true);
});

test('one value of a list is enough, and one pattern of several', () => {
  expect(eventFilter([newKind('trip', 'parcel')])(added)).toBe(true);
  expect(eventFilter([newKind('trip')])(added)).toBe(false);
  expect(eventFilter([newKind('trip'), '{"dynamodb":{"Keys":{"pk":{"S":["CNT"]}}}}'])(added)).toBe(true);
});

test('every name of a pattern must match', () => {
  const pattern = '{"eventName":["REMOVE"],"dynamodb":{"OldImage":{"kind":{"S":["parcel"]}}}}';
  expect(eventFilter([pattern])(removed)).toBe(true);
  expect(eventFilter([pattern])(added)).toBe(false);
});

test('a record without the image does not pass', () => {
  expect(eventFilter([newKind('parcel')])(removed)).toBe(false);
});

test('a form of pattern that is not emulated is refused when the mapping starts', () => {
  expect(() => eventFilter(['{"eventName":[{"prefix":"RE"}]}'])).toThrow();
});
