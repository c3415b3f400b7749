import { expect, test } from 'vitest';
import { toAdminParcel, toAdminTrip } from '#functions/admin/views.ts';
import { aParcel, aTrip } from '#test/access/people.ts';
import { carrier, other, owner, prove } from '#test/support/scenes/delivery-market.ts';
import { euros, offerMarket } from '#test/support/scenes/offer-market.ts';

const number = 'Appelez-moi : 06 12 34 56 78';
const account = 'Mon CCP : 1234567890 clé 45';
const coupon = 'Un coupon PCS de 50 € et je prends votre colis';

async function market() {
  const scene = await offerMarket({}, [aTrip(201, 'C')]);
  const say = async (from: string, to: string, content: string, facts: object = {}) => {
    const body = { recipientId: to, parcelId: scene.parcel.id, content, ...facts };
    const { status, body: reply } = await scene.call('sendMessage', from, { body });
    return status === 201 ? { asksPayment: reply['asksPayment'] } : reply['code'];
  };
  return { ...scene, say };
}

test('contact details are held once, and go when their author says so', async () => {
  const { say, read } = await market();
  expect(await say(carrier, owner, number)).toBe('CONTACT_WARNING');
  expect((await read(owner, carrier)).messages).toHaveLength(1);
  expect(await say(carrier, owner, number, { acknowledged: 'contact' })).toEqual({ asksPayment: undefined });
  expect((await read(owner, carrier)).messages?.at(-1)).toMatchObject({ content: number });
});

test('a demand for money needs its own acknowledgement, and its reader is warned', async () => {
  const { say, read } = await market();
  expect(await say(carrier, owner, account, { acknowledged: 'contact' })).toBe('PAYMENT_WARNING');
  expect(await say(carrier, owner, account, { acknowledged: 'payment' })).toEqual({ asksPayment: true });
  expect((await read(owner, carrier)).messages?.at(-1)).toMatchObject({ content: account, asksPayment: true });
});

test('once they agree a number goes, once the parcel is picked up an account, and a coupon never', async () => {
  const scene = await market();
  const { say, agree, act } = scene;
  await agree();
  expect(await say(carrier, owner, number)).toEqual({ asksPayment: undefined });
  expect(await say(carrier, owner, account)).toBe('PAYMENT_WARNING');
  await prove(scene, 'pickup');
  expect((await act('validatePickup', carrier)).status).toBe(200);
  expect(await say(carrier, owner, account)).toEqual({ asksPayment: undefined });
  expect(await say(carrier, owner, coupon)).toBe('PAYMENT_WARNING');
  // Nothing changes between the owner and somebody who does not carry it.
  expect(await say(other, owner, number)).toBe('CONTACT_WARNING');
});

test('what is held counts in no limit', async () => {
  const { as, say } = await market();
  for (let count = 0; count < 25; count++) expect(await say(carrier, owner, number)).toBe('CONTACT_WARNING');
  expect((await as(carrier).sendMessage({ body: { recipientId: owner, content: 'Bonjour' } })).status).toBe(201);
});

test('the note of an offer and the reason of its end are judged, our own words are not', async () => {
  const { make, call, params, read, follow } = await market();
  const price = euros(25);
  expect(await make(carrier, owner, { price, note: coupon })).toMatchObject({ body: { code: 'PAYMENT_WARNING' } });
  expect((await read(owner, carrier)).parcel?.situation?.offer).toBeUndefined();
  const made = await make(carrier, owner, { price, note: coupon, acknowledged: 'payment' });
  expect(made.status).toBe(201);
  expect((await read(owner, carrier)).messages?.at(-1)).toMatchObject({ asksPayment: true });
  await follow();
  const end = (facts: object) =>
    call('endOffer', owner, {
      params: { ...params, userId: carrier },
      body: { offerId: made.body['id'], reason: number, ...facts },
    });
  expect(await end({})).toMatchObject({ body: { code: 'CONTACT_WARNING' } });
  expect((await read(owner, carrier)).parcel?.situation?.offer).toBeDefined();
  expect((await end({ acknowledged: 'contact' })).status).toBe(204);
});

test('administrators read of a listing whose text may leak', () => {
  expect(toAdminParcel(aParcel(9, 'O', { description: number }), 0)).toMatchObject({ mayLeak: true });
  expect(toAdminTrip(aTrip(201, 'C', { notes: 'wa.me/213550123456' }))).toMatchObject({ mayLeak: true });
  expect(toAdminParcel(aParcel(9, 'O'), 0)).not.toHaveProperty('mayLeak');
});
