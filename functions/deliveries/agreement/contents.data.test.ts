import { expect, test } from 'vitest';
import { carrier, marketplace, owner } from '#test/support/scenes/delivery-market.ts';
import { offerMarket } from '#test/support/scenes/offer-market.ts';

const medicine = [
  { category: 'clothes' as const, count: 2 },
  { category: 'medicine' as const, count: 1 },
];
const refused = {
  status: 409,
  body: {
    code: 'STATE_CHANGED',
    title: 'Contenu refusé',
    detail: expect.stringContaining('ministère de la Santé'),
    current: { contents: medicine },
  },
};

test('a content that customs have refused since makes no agreement by a second yes', async () => {
  const market = await marketplace({ contents: medicine });
  expect(await market.act('acceptDelivery', carrier, {})).toMatchObject({ status: 200 });
  expect(await market.act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject(refused);
  expect((await market.current()).status).toBe('accepted_for_delivery');
});

test('an offer that is taken makes none either', async () => {
  const { make, take, current } = await offerMarket({ contents: medicine });
  const { body } = await make(carrier, owner);
  expect(await take(owner, carrier, body['id'])).toMatchObject(refused);
  expect((await current()).status).toBe('active');
});

test('an agreement that exists is changed and ends as before', async () => {
  const agreed = { status: 'pickup', carrierId: carrier, assignedAt: '2026-11-20T10:00:00.000Z' } as const;
  const { make, take, act } = await offerMarket({ ...agreed, contents: medicine });
  const { body } = await make(carrier, owner);
  expect(await take(owner, carrier, body['id'])).toMatchObject({ status: 200 });
  expect(await act('releaseCarrier', owner, {})).toMatchObject({ status: 200 });
});
