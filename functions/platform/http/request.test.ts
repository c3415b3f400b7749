import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { problemAnswer } from '../../middlewares.ts';
import { clientAddress } from './request.ts';

const from = (address: string | undefined) =>
  clientAddress({ headers: address === undefined ? {} : { 'true-client-ip': address } } as APIGatewayProxyEventV2);

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  [undefined, 'unknown'],
])('limits by address count %s as %s', (address, counted) => {
  expect(from(address)).toBe(counted);
});

test('the sentences of a refusal hold their signs to their words', () => {
  const sentence = { title: 'Vraiment ?', detail: 'Choisissez « Prix à convenir » : aucun prix.' };
  const fields = { amount: 'Prix incorrect : 25 €' };
  expect(JSON.parse(String(problemAnswer(new Refusal('INVALID', sentence, { fields })).body))).toMatchObject({
    title: 'Vraiment\u00a0?',
    detail: 'Choisissez «\u00a0Prix à convenir\u00a0»\u00a0: aucun prix.',
    fields: { amount: 'Prix incorrect\u00a0: 25 €' },
  });
});
