import { expect, test } from 'vitest';
import { isOvertaken } from '#functions/mail/deals.ts';
import { parseMail } from '#functions/mail/outbox.ts';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { carrier, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

/** The lines of a member's list about the other one, oldest first. */
const linesOf = async ({ items }: OfferMarket, memberId: string) =>
  (await items())
    .filter(
      ({ pk, sk, kind }) => kind === 'notice' && pk === keys.notice(memberId, '').pk && String(sk).startsWith('NT#'),
    )
    .map(parseMail)
    .toSorted((one, two) => (one.createdAt < two.createdAt ? -1 : 1));
const namesOf = async (market: OfferMarket, memberId: string) =>
  (await linesOf(market, memberId)).map(({ mail, state }) => [mail, state]);

test('a yes that is given and taken back ten times in ten minutes is one line and no mail', async () => {
  const market = await offerMarket();
  for (let time = 0; time < 10; time++) {
    await market.act('acceptDelivery', carrier);
    market.clock.now += 30_000;
    await market.act('releaseCarrier', carrier);
    market.clock.now += 30_000;
  }
  expect(await namesOf(market, owner)).toEqual([['carrierWithdrew', 'skipped']]);
  await market.act('acceptDelivery', carrier);
  const [line, ...others] = await linesOf(market, owner);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ mail: 'deliveryAccepted', state: 'pending' });
  // The mail waits, so that it is true when it is sent.
  expect(Math.round((Date.parse(line?.mailAfter ?? '') - market.clock.now) / minuteMs)).toBe(2);
});

test('an offer, its correction and its withdrawal are one line; after its mail no other one follows', async () => {
  const market = await offerMarket();
  await market.offered(carrier, owner);
  market.clock.now += minuteMs;
  await market.offered(carrier, owner, { price: euros(26) });
  const [line, ...others] = await linesOf(market, owner);
  expect(others).toEqual([]);
  expect(line).toMatchObject({ mail: 'offerMade', state: 'pending', data: { offer: expect.stringMatching(/^26.€$/) } });
  if (line)
    await market.table.transact([
      market.table.update(
        { pk: line.pk, sk: line.sk },
        {
          expression: 'SET #record.#state = :sent',
          names: { '#record': 'record', '#state': 'state' },
          values: { ':sent': 'sent' },
        },
      ),
    ]);
  market.clock.now += 10 * minuteMs;
  const corrected = await market.offered(carrier, owner, { price: euros(27) });
  expect(await namesOf(market, owner)).toEqual([['offerMade', 'skipped']]);
  await market.end(carrier, owner, corrected);
  expect(await namesOf(market, owner)).toEqual([['offerWithdrawn', 'skipped']]);
  market.clock.now += hourMs + minuteMs;
  await market.offered(carrier, owner);
  expect(await namesOf(market, owner)).toEqual([
    ['offerWithdrawn', 'skipped'],
    ['offerMade', 'pending'],
  ]);
});

test('a mail that waits is not sent about what has been answered meanwhile', async () => {
  const isOver = async (market: OfferMarket, name: string) => {
    const line = (await linesOf(market, owner)).find(({ mail }) => mail === name);
    return line && isOvertaken(market.table, line);
  };
  const yes = await offerMarket();
  await yes.act('acceptDelivery', carrier);
  expect(await isOver(yes, 'deliveryAccepted')).toBe(false);
  await yes.act('chooseCarrier', owner, { carrierId: carrier });
  expect(await isOver(yes, 'deliveryAccepted')).toBe(true);

  const price = await offerMarket();
  const offer = await price.offered(carrier, owner);
  expect(await isOver(price, 'offerMade')).toBe(false);
  await price.take(owner, carrier, offer);
  expect(await isOver(price, 'offerMade')).toBe(true);
});

test('six hours before its end an offer reminds once, and its end is told to both', async () => {
  const market = await offerMarket();
  const id = await market.offered(carrier, owner);
  const settle = () => settleDue(market.table, market.clock.now, dueKinds);
  market.clock.now += 41 * hourMs;
  await settle();
  expect(await market.mailsNamed('offerReminder')).toEqual([]);
  market.clock.now += hourMs + 21 * minuteMs;
  await settle();
  await settle();
  expect(await market.mailsNamed('offerReminder')).toMatchObject([{ memberId: owner, data: { otherId: carrier } }]);
  market.clock.now += 6 * hourMs;
  await settle();
  const over = await market.mailsNamed('offerOver');
  expect(Object.fromEntries(over.map(({ memberId, data }) => [memberId, data['isAuthor']]))).toEqual({
    [carrier]: 'yes',
    [owner]: '',
  });
  const { messages } = await market.read(owner, carrier);
  expect(messages.find((message) => message.id === id)?.offer).toMatchObject({ step: 'made', ended: 'expired' });
});

test('the message of an offer starts no mail about unread messages', async () => {
  const market = await offerMarket();
  const { messages } = await market.read(owner, carrier);
  await market.as(owner).markRead({
    params: { userId: carrier },
    body: { parcelId: market.parcel.id, upToSeq: messages.at(-1)?.seq ?? 1 },
  });
  await market.offered(carrier, owner);
  const row = await market.stored(keys.inbox(owner, carrier, market.parcel.id));
  expect(row).toMatchObject({ record: { unread: 1 } });
  expect(row).not.toHaveProperty('gs2pk');
});
