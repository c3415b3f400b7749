import { expect, test } from 'vitest';
import { compose } from '#functions/mail/compose.ts';
import type { Mails } from '#functions/mail/mails.ts';
import { isMailName } from '#functions/mail/mails.ts';
import type { OutboxRecord } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventLine } from '#shared/messaging/words.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { put } from '#test/support/pipeline.ts';
import { withOrdinarySpaces } from '#test/support/readable.ts';
import {
  carrier,
  type Marketplace,
  mailsIn,
  marketplace,
  onItsWay,
  other,
  owner,
  photo,
  prove,
  rowsOf,
} from '#test/support/scenes/delivery-market.ts';

const hands = async (table: Table) => [
  ...(await rowsOf(table, keys.member(owner), keys.between(owner, carrier).sk)),
  ...(await rowsOf(table, keys.member(carrier), keys.between(carrier, owner).sk)),
];

const historyOf = async ({ call, params }: Marketplace, memberId: string) =>
  (await call('tracking', memberId, { params })).body['items'] as Record<string, unknown>[];

test('the two share telephone numbers until the owner has the returned parcel, and each step is an event', async () => {
  const market = await onItsWay();
  const { act, call, table } = market;
  expect(await act('returnParcel', carrier, { reason: 'Destinataire absent' })).toMatchObject({
    status: 200,
    body: { situation: { stage: 'returning' }, returnReason: 'Destinataire absent' },
  });
  expect(await hands(table)).toHaveLength(2);
  const cards = async (state: string) =>
    (((await call('myDeliveries', carrier, { query: { state } })).body['items'] as unknown[]) ?? []).length;
  expect([await cards('in_transit'), await cards('completed')]).toEqual([1, 0]);

  const closed = await act('confirmReturn', owner);
  expect(closed.body).toMatchObject({ situation: { stage: 'returned', waitsFor: 'nobody' } });
  expect(await market.current()).toMatchObject({ returnConfirmedAt: expect.any(String) as string });
  expect(await hands(table)).toHaveLength(0);
  expect([await cards('in_transit'), await cards('completed')]).toEqual([0, 1]);
  expect((await historyOf(market, owner)).slice(-2)).toMatchObject([
    { type: 'returned', by: carrier, reason: 'Destinataire absent' },
    { type: 'returnConfirmed', by: owner },
  ]);
  expect(await mailsIn(table)).toEqual(
    new Set([
      `deliveryAccepted ${owner}`,
      `handshakeDone ${carrier}`,
      `pickupValidated ${owner}`,
      `parcelReturned ${owner}`,
      `returnConfirmed ${carrier}`,
    ]),
  );
});

test('when the carrier hands over while the owner asks for a return, only one act succeeds', async () => {
  const market = await onItsWay();
  const { act, call, current, params } = market;
  await act('startDelivery', carrier);
  await prove(market, 'delivery');
  const { version } = await current();
  const answers = await Promise.all([
    call('validateDelivery', carrier, { params, version }),
    call('returnParcel', owner, { params, version, body: { reason: 'Rapportez-le' } }),
    call('returnParcel', carrier, { params, version, body: { reason: 'Personne' } }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await current()).version).toBe(version + 1);
});

test('an agreement may end with a reason: the other member reads it, the next carrier never does', async () => {
  const market = await marketplace();
  const { act } = market;
  await act('acceptDelivery', carrier);
  await act('releaseCarrier', owner, { reason: 'Vous partez trop tard' });
  const written = (await market.mails()).find(({ mail }) => mail === 'carrierReleased');
  expect(textOf(written)).toContain('Motif : Vous partez trop tard');
  await act('acceptDelivery', other);
  expect(await historyOf(market, owner)).toMatchObject([{}, { reason: 'Vous partez trop tard', by: owner }, {}]);
  expect(JSON.stringify(await historyOf(market, other))).not.toContain('trop tard');
});

test('positions are listed between the events of their version and do not raise the version', async () => {
  const market = await onItsWay();
  const { act, call, current, params, table, parcel } = market;
  const { version } = await current();
  const tell = (city: string, note?: string) =>
    call('recordPosition', carrier, { params, body: { city, ...(note ? { note } : {}) } });
  expect(await tell('Marseille', 'Vol retardé')).toMatchObject({
    status: 201,
    body: { type: 'position', version, city: 'Marseille', note: 'Vol retardé', by: carrier },
  });
  expect((await current()).version).toBe(version);
  expect(await tell('Alger')).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
  await act('startDelivery', carrier);
  expect((await historyOf(market, owner)).map(({ type }) => type)).toEqual([
    'acceptDelivery',
    'handshake',
    'validatePickup',
    'position',
    'startDelivery',
  ]);
  const [row] = (await rowsOf(table, keys.parcel(parcel.id).pk, 'EV#')).filter(({ kind }) => kind === 'position');
  expect(row).toMatchObject({ members: [owner, carrier] });
});

test('a parcel has at most fifty positions, one a minute, however many are sent at once', async () => {
  const market = await onItsWay();
  const { call, params, table, parcel, deps } = market;
  const tell = () => call('recordPosition', carrier, { params, body: { city: 'Lyon' } });
  const burst = await Promise.all(Array.from({ length: 6 }, tell));
  expect(burst.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429, 429, 429, 429, 429]);
  await put(table, { ...keys.positionCount(parcel.id), count: 49, last: deps.now() - 60_001 });
  expect((await tell()).status).toBe(201);
  await put(table, { ...keys.positionCount(parcel.id), count: 50, last: deps.now() - 60_001 });
  expect(await tell()).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
});

test.each([
  [{ city: '' }, 'city'],
  [{ city: '   ' }, 'city'],
  [{ city: 'x'.repeat(81) }, 'city'],
  [{ city: 'Ly\non' }, 'city'],
  [{ city: 'Lyon', note: 'x'.repeat(201) }, 'note'],
])('a position of %j is refused at its field', async (body, field) => {
  const { call, params } = await onItsWay();
  const refused = await call('recordPosition', carrier, { params, body });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { [field]: expect.any(String) as string } },
  });
});

test('a position with a field of another release is told as such', async () => {
  const { call, params } = await onItsWay();
  const refused = await call('recordPosition', carrier, { params, body: { city: 'Lyon', place: 'Paris' } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'OTHER_RELEASE' } });
});

test('a position of a hundred thousand characters is too large', async () => {
  const { call, params } = await onItsWay();
  const refused = await call('recordPosition', carrier, { params, body: { city: 'x'.repeat(100_000) } });
  expect(refused).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
});

test('a typed place is stored unchanged, as text', async () => {
  const { call, params } = await onItsWay();
  expect((await call('recordPosition', carrier, { params, body: { city: '<b>Nulle-Part' } })).body).toMatchObject({
    city: '<b>Nulle-Part',
  });
});

const rootAdmin = memberIds.RA;
async function withRootAdministrator({ seed, as, params, current }: Marketplace) {
  await seed(aProfile('RA'), { ...keys.administrator(rootAdmin), status: 'active', rootAdmin: true });
  const override = async (to: 'active' | 'delivered' | 'returned' | 'cancelled', version?: number) => {
    const body = { to, reason: 'Transporteur bloqué' };
    return as(rootAdmin).overrideParcel({ params, version: version ?? (await current()).version, body });
  };
  return { override, look: () => as(rootAdmin).adminProofs({ params }) };
}

/** A waiting mail as its recipient receives it. */
const textOf = (row: OutboxRecord | undefined) =>
  row && isMailName(row.mail)
    ? withOrdinarySpaces(compose(row.mail, row.data as Mails[typeof row.mail], { site: 'https://x', email: 'x' })).text
    : undefined;

test('the root administrator takes a stuck parcel from its carrier: both receive a mail and share nothing', async () => {
  const market = await onItsWay();
  const { table, call, params, current } = market;
  const { override } = await withRootAdministrator(market);
  expect(await override('active')).toMatchObject({ status: 200, body: { status: 'active', stage: 'listed' } });
  expect(await hands(table)).toHaveLength(0);
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toHaveLength(0);
  expect(await current()).not.toHaveProperty('carrierId');
  expect((await call('tracking', carrier, { params })).status).toBe(404);
  const settled = (await market.mails()).filter(({ mail }) => mail === 'parcelSettled');
  expect(settled.map(({ memberId }) => memberId).toSorted()).toEqual([owner, carrier].toSorted());
  const text = textOf(settled[0]);
  expect(text).toContain("Le colis n'a plus de transporteur");
  expect(text).toContain('Motif : Transporteur bloqué');
  expect((await historyOf(market, owner)).at(-1)).toEqual({
    version: 5,
    type: 'overridden',
    at: expect.any(String) as string,
    carrierId: carrier,
    to: 'active',
    reason: 'Transporteur bloqué',
  });
  expect(await market.log()).toMatchObject([
    { action: 'overrideParcel', details: { statusBefore: 'in_transit', statusAfter: 'active' } },
  ]);
  expect(JSON.stringify(await market.log())).not.toContain('bloqué');
});

test('the next carrier reads nothing about the earlier delivery', async () => {
  const market = await onItsWay();
  const { act, call, params } = market;
  await call('recordPosition', carrier, { params, body: { city: 'Marseille' } });
  await (await withRootAdministrator(market)).override('active');
  await act('acceptDelivery', other);
  const told = JSON.stringify(await historyOf(market, other));
  expect(told).not.toMatch(/Marseille|bloqué/);
  expect(told).not.toContain(carrier);
  expect((await call('proofs', other, { params })).body['items']).toEqual([]);
});

test('a parcel that the root administrator records as delivered counts as delivered', async () => {
  const market = await onItsWay();
  const { override } = await withRootAdministrator(market);
  expect(await override('delivered')).toMatchObject({ status: 200, body: { status: 'delivered', stage: 'delivered' } });
  expect(await market.table.get(keys.deliveredTogether(owner, carrier))).toBeDefined();
  expect(await hands(market.table)).toHaveLength(0);
  expect(await override('active')).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
});

test('the root administrator can only settle the state that they saw', async () => {
  const market = await onItsWay();
  const { override } = await withRootAdministrator(market);
  const { version } = await market.current();
  await market.act('startDelivery', carrier);
  expect(await override('cancelled', version)).toMatchObject({ status: 409, body: { code: 'CONTENT_CHANGED' } });
  expect((await market.current()).status).toBe('delivery');
});

test('an administrator sees all photos and the names of both members, and each look is logged', async () => {
  const market = await onItsWay();
  const { table, parcel, call, params } = market;
  const { look } = await withRootAdministrator(market);
  await call('addProof', owner, { params, body: { uploadId: await photo(table, parcel.id, owner, 'delivery') } });
  const seen = await look();
  expect((seen.body['items'] as unknown[]).length).toBe(2);
  expect((seen.body['events'] as { by?: string }[]).map(({ by }) => by)).toEqual([carrier, owner, carrier]);
  expect(new Set((seen.body['people'] as { id: string }[]).map(({ id }) => id))).toEqual(new Set([owner, carrier]));
  await look();
  expect((await market.log()).map(({ action, targetId }) => [action, targetId])).toEqual([
    ['viewProofs', parcel.id],
    ['viewProofs', parcel.id],
  ]);
});

test.each([
  [
    'owner',
    owner,
    'Vous avez demandé le retour du colis',
    'Amel a demandé le retour du colis',
    "O Membre l'a demandé :",
  ],
  ['carrier', carrier, 'Karim rapporte le colis', 'Vous rapportez le colis', 'C Membre le rapporte :'],
] as const)(
  'both read in log and mail that the %s began the return',
  async (_who, actor, ofOwner, ofCarrier, mailed) => {
    const market = await onItsWay();
    await market.act('returnParcel', actor, { reason: 'Destinataire absent' });
    const line = async (reader: string, userId: string, name: string) => {
      const about = { params: { userId }, query: { parcel: market.params.parcelId } };
      const { events } = (await market.call('conversation', reader, about)).body as { events: TrackingEvent[] };
      const last = events.at(-1);
      return last && eventLine(last, reader, name)?.replaceAll(/\p{Cf}/gu, '');
    };
    expect([await line(owner, carrier, 'Karim'), await line(carrier, owner, 'Amel')]).toEqual([ofOwner, ofCarrier]);
    expect(textOf((await market.mails()).find(({ mail }) => mail === 'parcelReturned'))).toContain(mailed);
  },
);
