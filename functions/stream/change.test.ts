import type { DynamoDBRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test('a stream record gives the item before and after the change', () => {
  const record: DynamoDBRecord = {
    eventID: 'e1',
    dynamodb: {
      OldImage: { pk: { S: 'P#1' }, version: { N: '1' } },
      NewImage: { pk: { S: 'P#1' }, version: { N: '2' }, record: { M: { isFragile: { BOOL: true } } } },
    },
  };
  expect(changeOf(record)).toEqual({
    id: 'e1',
    before: { pk: 'P#1', version: 1 },
    after: { pk: 'P#1', version: 2, record: { isFragile: true } },
  });
  expect(changeOf({ eventID: 'e2', dynamodb: {} })).toEqual({ id: 'e2', before: undefined, after: undefined });
});

test('a record without id is an error', () => {
  expect(() => changeOf({ dynamodb: {} })).toThrow('without id');
});
