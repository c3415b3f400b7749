import { afterEach, expect, test, vi } from 'vitest';
import { policiesCountedBy } from './edge-policies.ts';

const count = policiesCountedBy(async () => ({ accessKeyId: 'id', secretAccessKey: 'secret' }));
const answers = (status: number, body: string) => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

test('the policies of a list are counted, not what they hold', async () => {
  const policy = '<CachePolicySummary><Type>custom</Type><Quantity>10</Quantity></CachePolicySummary>';
  const fetched = answers(
    200,
    `<CachePolicyList><Items>${policy}${policy}</Items><Quantity>2</Quantity></CachePolicyList>`,
  );
  expect(await count('cache-policy')).toBe(2);
  const [[url, init] = []] = fetched.mock.calls;
  expect(url).toBe('https://cloudfront.amazonaws.com/2020-05-31/cache-policy?Type=custom');
  expect(JSON.stringify(init)).toContain('/us-east-1/cloudfront/aws4_request');
  answers(200, '<ResponseHeadersPolicyList><Quantity>0</Quantity></ResponseHeadersPolicyList>');
  expect(await count('response-headers-policy')).toBe(0);
});

test('a refusal says its reason', async () => {
  answers(403, '<ErrorResponse><Error><Message>not authorized</Message></Error></ErrorResponse>');
  await expect(count('cache-policy')).rejects.toThrow('not authorized');
});
