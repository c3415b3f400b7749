import { expect, test } from 'vitest';
import { signedHeaders } from './parameter.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const scope = { service: 'service', region: 'us-east-1', credentials, now: Date.UTC(2015, 7, 30, 12, 36) };

test("AWS's own example of a signed POST is reproduced byte by byte", async () => {
  expect(await signedHeaders({ host: 'example.amazonaws.com', body: '' }, scope)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  });
});

test("AWS's own example of a signed GET, and a query that is signed too", async () => {
  const get = { host: 'example.amazonaws.com', method: 'GET', body: '' };
  const { authorization } = await signedHeaders(get, scope);
  expect(authorization).toContain('Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31');
  const asked = await signedHeaders({ ...get, path: '/list', query: { Type: 'custom' } }, scope);
  expect(asked['authorization']).not.toBe(authorization);
});

test('a session token is sent and signed', async () => {
  const headers = await signedHeaders(
    { host: 'example.amazonaws.com', body: '{}' },
    { ...scope, credentials: { ...credentials, sessionToken: 'session' } },
  );
  expect(headers['x-amz-security-token']).toBe('session');
  expect(headers['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,');
});
