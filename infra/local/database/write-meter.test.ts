import { expect, test } from 'vitest';
import { openWriteMeter } from './unit-meter.ts';
import { writesIn } from './writes.ts';

function metering() {
  const time = { now: 0 };
  const lines: string[] = [];
  const meter = openWriteMeter({
    partitionKeyOf: () => 'pk',
    report: (line) => lines.push(line),
    now: () => time.now,
  });
  const put = (pk: string, bytes = 1) => ({ TableName: 'T', Item: { pk: { S: pk }, text: { S: 'x'.repeat(bytes) } } });
  return { meter, time, lines, put };
}

test('a key that takes more than a thousand write units in a second is told once a minute', () => {
  const { meter, time, lines, put } = metering();
  const burst = (count: number) => {
    for (let turn = 0; turn < count; turn++) meter.count(writesIn('PutItem', put('hot')));
  };
  burst(1000);
  meter.count(writesIn('PutItem', put('other')));
  expect(lines).toEqual([]);
  burst(500);
  expect(lines).toEqual([expect.stringMatching(/^hot took more than 1000 write units in one second/)]);
  time.now = 30_000;
  burst(1001);
  expect(lines).toHaveLength(1);
  time.now = 61_000;
  burst(1001);
  expect(lines).toHaveLength(2);
});

test('the same writes over two seconds are no warning', () => {
  const { meter, time, lines, put } = metering();
  for (const second of [1, 2]) {
    time.now = second * 1000;
    for (let turn = 0; turn < 900; turn++) meter.count(writesIn('PutItem', put('calm')));
  }
  expect(lines).toEqual([]);
  expect(meter.peaks()).toEqual([{ key: 'calm', units: 900, at: 1000 }]);
});

test('each begun kilobyte is a unit, in a transaction two', () => {
  const { meter, put } = metering();
  meter.count(writesIn('PutItem', put('one', 1)));
  meter.count(writesIn('PutItem', put('three', 2500)));
  const parts = [{ Put: put('six', 2500) }, { Delete: { TableName: 'T', Key: { pk: { S: 'two' } } } }];
  meter.count(writesIn('TransactWriteItems', { TransactItems: parts }));
  const requests = { T: [{ PutRequest: { Item: put('batch', 1500).Item } }] };
  meter.count(writesIn('BatchWriteItem', { RequestItems: requests }));
  const change = { TableName: 'T', Key: { pk: { S: 'changed' } }, ExpressionAttributeValues: put('', 3500).Item };
  meter.count(writesIn('UpdateItem', change));
  meter.count(writesIn('Query', { TableName: 'T' }));
  expect(Object.fromEntries(meter.peaks().map(({ key, units }) => [key, units]))).toEqual({
    six: 6,
    changed: 4,
    three: 3,
    two: 2,
    batch: 2,
    one: 1,
  });
});
