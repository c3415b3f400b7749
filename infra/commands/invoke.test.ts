import { expect, test } from 'vitest';
import { parseInvocation } from './invoke.ts';

const noFile = () => {
  throw new Error('no file is read');
};

test('an act is called with its parameters, query, version and body', () => {
  const args = 'parcels pauseParcel --as amel@example.org --param parcelId=p1 --version 3'.split(' ');
  expect(parseInvocation(args, noFile)).toMatchObject({
    act: 'pauseParcel',
    as: 'amel@example.org',
    call: { params: { parcelId: 'p1' }, version: 3 },
  });
  const search = parseInvocation(['search', 'searchParcels', '--query', 'from=a=b'], noFile);
  expect(search.call.query).toEqual({ from: 'a=b' });
  expect(search.as).toBeUndefined();
  expect(parseInvocation(['parcels', 'publishParcel', 'x.json'], (file) => ({ file })).call.body).toEqual({
    file: 'x.json',
  });
});

test.each([
  ['', 'Usage'],
  ['parcel publishParcel', 'is no slice. Choose from: accounts, admin'],
  ['parcels toString', 'is no act of parcels. Choose from: readParcel'],
  ['parcels pauseParcel --version 1', '--param parcelId=…'],
  ['parcels pauseParcel --param parcelId=p1', '--version <n>'],
  ['parcels myParcels --query status', '« status » is not name=value.'],
])('« %s » says what is missing', (line, sentence) => {
  expect(() => parseInvocation(line.split(' ').filter(Boolean), noFile)).toThrow(sentence);
});
