import { expect, test } from 'vitest';
import { type S3Call, s3Wants } from './guards.ts';

const keys: Record<string, string> = { private: 'arn:aws:kms:eu-west-3:000000000000:key/files' };

/** Each right in short, with what is known besides. */
function needed(call: Partial<S3Call>) {
  const whole = { method: 'GET', bucket: 'media', key: 'media/1', headers: {}, body: Buffer.alloc(0), exists: true };
  return s3Wants({ query: new URLSearchParams(), ...whole, ...call }, (bucket) => keys[bucket], 'eu-west-3').map(
    ({ action, resource, known = {} }) => [`${action} ${resource.replace('arn:aws:s3:::', '')}`, known],
  );
}

const ofKey = {
  'kms:ViaService': 's3.eu-west-3.amazonaws.com',
  'kms:EncryptionContext:aws:s3:arn': 'arn:aws:s3:::private',
  'kms:EncryptionContextKeys': 'aws:s3:arn',
};

test('reading, describing and erasing an object', () => {
  expect(needed({})).toEqual([['s3:GetObject media/media/1', {}]]);
  expect(needed({ method: 'HEAD' })).toEqual([['s3:GetObject media/media/1', {}]]);
  expect(needed({ method: 'DELETE' })).toEqual([['s3:DeleteObject media/media/1', {}]]);
});

test('an encrypted bucket also needs the right on its key; a missing object is not opened', () => {
  const [read] = needed({ bucket: 'private' });
  expect(needed({ bucket: 'private' })).toEqual([read, [`kms:Decrypt ${keys['private']}`, ofKey]]);
  expect(needed({ bucket: 'private', exists: false })).toEqual([read]);
  expect(needed({ bucket: 'private', method: 'PUT' })[1]).toEqual([`kms:GenerateDataKey ${keys['private']}`, ofKey]);
  expect(needed({ bucket: 'private', method: 'DELETE' })).toHaveLength(1);
});

test('a write tells whether it is one that replaces nothing', () => {
  const put = 's3:PutObject media/media/1';
  expect(needed({ method: 'PUT' })).toEqual([[put, {}]]);
  expect(needed({ method: 'PUT', headers: { 'if-none-match': '*' } })).toEqual([[put, { 's3:if-none-match': '*' }]]);
});

test('a copy reads its source', () => {
  const copied = needed({ method: 'PUT', headers: { 'x-amz-copy-source': '/quarantine/a%20b' } });
  expect(copied.map(([right]) => right)).toEqual(['s3:PutObject media/media/1', 's3:GetObject quarantine/a b']);
});

test('a list tells its prefix, and erasing many needs the right for each', () => {
  const list = (search: string) => needed({ key: '', query: new URLSearchParams(search) });
  expect(list('list-type=2&prefix=media/')).toEqual([['s3:ListBucket media', { 's3:prefix': 'media/' }]]);
  expect(list('list-type=2')).toEqual([['s3:ListBucket media', {}]]);
  const body = Buffer.from('<Delete><Object><Key>a&amp;b</Key></Object><Object><Key>c</Key></Object></Delete>');
  const erased = needed({ method: 'POST', key: '', query: new URLSearchParams('delete='), body });
  expect(erased.map(([right]) => right)).toEqual(['s3:DeleteObject media/a&b', 's3:DeleteObject media/c']);
});
