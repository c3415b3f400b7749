import { expect, test } from 'vitest';
import { withLocalAddresses } from './front.ts';

const addresses = { cognito: 'http://127.0.0.1:5001', s3: 'http://127.0.0.1:5002' };

test('a policy names the services of this machine in place of AWS', () => {
  const policy =
    "img-src 'self' blob: https://p.s3.eu-west-3.amazonaws.com; connect-src 'self' https://cognito-idp.eu-west-3.amazonaws.com https://q.s3.eu-west-3.amazonaws.com; upgrade-insecure-requests";
  expect(withLocalAddresses(policy, addresses)).toBe(
    "img-src 'self' blob: http://127.0.0.1:5002; connect-src 'self' http://127.0.0.1:5001 http://127.0.0.1:5002",
  );
});

test('a host without scheme gets no scheme', () => {
  expect(withLocalAddresses('{"uploadHost":"q.s3.eu-west-3.amazonaws.com"}', addresses)).toBe(
    '{"uploadHost":"127.0.0.1:5002"}',
  );
});
