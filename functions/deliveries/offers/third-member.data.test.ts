import { expect, test } from 'vitest';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { offerMarket } from '#test/support/scenes/offer-market.ts';

test("while another's half agreement waits, its owner makes no offer to a third member, who could not take it", async () => {
  const { act, make, read } = await offerMarket();
  await act('acceptDelivery', carrier, {});
  expect((await make(owner, other)).status).toBe(409);
  const { parcel, unseenParcel } = await read(other, owner);
  expect([parcel, unseenParcel?.situation]).toEqual([undefined, undefined]);
  expect((await read(owner, other)).parcel?.situation).not.toHaveProperty('offer');
});

test('the author of an offer is notified of a refusal that no message can say', async () => {
  const { offered, end, as, mailsNamed } = await offerMarket();
  const id = await offered(carrier, owner);
  await as(owner).blockMember({ params: { userId: carrier } });
  expect(await end(owner, carrier, id)).toMatchObject({ status: 204 });
  expect(await mailsNamed('offerOver')).toMatchObject([{ memberId: carrier, data: { why: 'declined' } }]);
});
