import { expect, test } from 'vitest';
import { openReadMeter } from './unit-meter.ts';

const resource = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T';
const query = (key: string, where = resource) => ({
  operation: 'Query',
  input: {},
  wants: [{ action: 'dynamodb:Query', resource: where, known: { 'dynamodb:LeadingKeys': [key] } }],
});
const consumed = (units: number) => JSON.stringify({ Items: [], ConsumedCapacity: { CapacityUnits: units } });

test('a key that gives more than three thousand read units in a second is told', () => {
  const lines: string[] = [];
  const time = { now: 1000 };
  const meter = openReadMeter({ report: (line) => lines.push(line), now: () => time.now });
  for (let page = 0; page < 23; page++) meter.count(query('FEED'), consumed(128.5));
  expect(lines).toEqual([]);
  meter.count(query('FEED'), consumed(128.5));
  expect(lines).toEqual([expect.stringMatching(/^FEED took more than 3000 read units in one second/)]);
  time.now = 2000;
  meter.count(query('FEED'), consumed(1));
  expect(meter.peaks()).toEqual([{ key: 'FEED', units: 24 * 128.5, at: 1000 }]);
});

test('indexes, other reads and answers that say nothing are not counted', () => {
  const meter = openReadMeter({ report: () => {}, now: () => 0 });
  meter.count(query('U#1', `${resource}/index/gs1`), consumed(5));
  meter.count({ ...query('U#1'), operation: 'GetItem' }, consumed(5));
  meter.count(query('U#1'), '{"Items":[]}');
  expect(meter.peaks()).toEqual([]);
});
