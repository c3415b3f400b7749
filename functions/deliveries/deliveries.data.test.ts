import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { put } from '#test/support/pipeline.ts';
import {
  carrier,
  head,
  mailsIn,
  marketplace,
  other,
  owner,
  pending,
  photo,
  prove,
  rowsOf,
} from '#test/support/scenes/delivery-market.ts';

test('a parcel goes from offer to delivery, with an event, a mail and the rows of each step', async () => {
  const market = await marketplace();
  const { table, parcel, act, call, params } = market;
  const hands = () => rowsOf(table, keys.member(owner), keys.between(owner, carrier).sk);

  expect(await act('acceptDelivery', carrier)).toMatchObject({
    status: 200,
    body: { situation: { stage: 'proposed' } },
  });
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toHaveLength(1);
  expect(await hands()).toHaveLength(0);
  expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
    body: { situation: { stage: 'agreed' } },
  });
  expect(await hands()).toHaveLength(1);

  expect(await act('validatePickup', carrier)).toMatchObject({
    status: 409,
    body: {
      code: 'PHOTO_REQUIRED',
      title: 'Photo requise',
      detail: 'Veuillez prendre une photo avant de valider',
    },
  });
  expect(await prove(market, 'pickup')).toMatchObject({ status: 201, body: { stage: 'pickup', by: carrier } });
  expect(await act('validatePickup', carrier)).toMatchObject({ body: { situation: { stage: 'collected' } } });
  expect(await act('startDelivery', carrier)).toMatchObject({ body: { situation: { stage: 'delivering' } } });
  expect(await act('validateDelivery', carrier)).toMatchObject({ body: { code: 'PHOTO_REQUIRED' } });
  await prove(market, 'delivery');
  expect(await act('validateDelivery', carrier)).toMatchObject({
    status: 200,
    body: { situation: { stage: 'delivered' } },
  });

  expect(await hands()).toHaveLength(0);
  const tracking = await call('tracking', owner, { params });
  expect((tracking.body['items'] as { type: string; version: number }[]).map(({ type }) => type)).toEqual([
    'acceptDelivery',
    'handshake',
    'validatePickup',
    'startDelivery',
    'validateDelivery',
  ]);
  expect(await mailsIn(table)).toEqual(
    new Set([
      `deliveryAccepted ${owner}`,
      `handshakeDone ${carrier}`,
      `pickupValidated ${owner}`,
      `deliveryStarted ${owner}`,
      `deliveryValidated ${owner}`,
    ]),
  );
  const proofs = (await call('proofs', owner, { params })).body['items'] as { url: string }[];
  expect(proofs).toHaveLength(2);
  expect(proofs[0]?.url).toContain(`proofs/${parcel.id}/`);
  const mine = await call('myDeliveries', carrier, { query: { state: 'completed' } });
  expect(mine.body['items']).toMatchObject([{ id: parcel.id, situation: { stage: 'delivered' } }]);
  expect((await call('myDeliveries', carrier, { query: { state: 'in_transit' } })).body['items']).toEqual([]);
});

test('of 20 who accept one parcel at once, one becomes its carrier, ten times over', async () => {
  const racers = Array.from({ length: 20 }, () => ({ ...aProfile('M'), id: randomUUID() }));
  const { act, call, params, current, table } = await marketplace({}, [
    ...racers.map((racer) => profileItem(racer)),
    ...racers.map(({ id }) => head(owner, id, aParcel(1, 'O').id)),
  ]);
  for (let round = 0; round < 10; round++) {
    const { version } = await current();
    const answers = await Promise.all(racers.map(({ id }) => call('acceptDelivery', id, { params, version })));
    const winners = racers.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect(await current()).toMatchObject({ carrierId: winners[0]?.id, version: version + 1 });
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect(status).toBe(409);
      expect(body).toMatchObject({
        code: 'ALREADY_ASSIGNED',
        current: { sentence: "L'expéditeur et un autre voyageur se mettent d'accord sur ce colis." },
      });
      expect(['id', 'title', 'sentence', 'route']).toEqual(
        expect.arrayContaining(Object.keys(body['current'] as object)),
      );
    }
    const carried = await Promise.all(racers.map(({ id }) => rowsOf(table, keys.member(id), 'CARRY#')));
    expect(carried.flat()).toHaveLength(1);
    expect((await act('releaseCarrier', owner)).status).toBe(200);
  }
});

test('of choosing another, letting go and validating at once, one stands', async () => {
  for (let round = 0; round < 4; round++) {
    const market = await marketplace();
    const { act, call, params, current, table, parcel } = market;
    await act('acceptDelivery', carrier);
    await act('chooseCarrier', owner, { carrierId: carrier });
    await prove(market, 'pickup');
    const { version } = await current();
    const answers = await Promise.all([
      call('chooseCarrier', owner, { params, version, body: { carrierId: other } }),
      call('releaseCarrier', owner, { params, version }),
      call('releaseCarrier', carrier, { params, version }),
      call('releaseCarrier', carrier, { params, version, body: { reason: 'Autre contenu', contentsRefused: true } }),
      call('validatePickup', carrier, { params, version, body: { contentsSeen: true } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await current()).version).toBe(version + 1);
    expect(await rowsOf(table, keys.parcel(parcel.id).pk, 'EV#')).toHaveLength(version);
  }
});

test('the same request sent twice at once is answered once and twice the same', async () => {
  const { call, params, current } = await marketplace();
  const request = { params, version: 1, key: randomUUID() };
  const [first, second] = await Promise.all([
    call('acceptDelivery', carrier, request),
    call('acceptDelivery', carrier, request),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body).toEqual(second.body);
  expect((await current()).version).toBe(2);
});

test('who acts on an older version is shown what stands now', async () => {
  const { act, call, params } = await marketplace();
  await act('acceptDelivery', carrier);
  const late = await call('chooseCarrier', owner, { params, version: 1, body: { carrierId: other } });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED', current: { situation: { stage: 'proposed' }, carrierId: carrier, version: 2 } },
  });
});

test('nobody shakes hands before a message was exchanged about the parcel', async () => {
  const { act, table, parcel } = await marketplace();
  await table.documents.send(
    new DeleteCommand({ TableName: table.name, Key: { ...keys.threadHead(owner, carrier, parcel.id) } }),
  );
  const refused = {
    status: 403,
    body: { code: 'NOT_ALLOWED', detail: "Échangez d'abord un message au sujet de ce colis." },
  };
  expect(await act('acceptDelivery', carrier)).toMatchObject(refused);
  expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject(refused);
});

test('a carrier who is not approved, blocked, unknown or oneself cannot be chosen', async () => {
  const blocked = profileItem(aProfile('B'));
  const { act, parcel, table } = await marketplace({}, [blocked]);
  await put(table, head(owner, memberIds.B, parcel.id));
  const codes = [];
  for (const carrierId of [pending, memberIds.B, randomUUID(), owner]) {
    codes.push((await act('chooseCarrier', owner, { carrierId })).body['code']);
  }
  expect(codes).toEqual(['OTHER_NOT_APPROVED', 'RECIPIENT_UNAVAILABLE', 'NOT_FOUND', 'SELF_ACTION']);
});

test('once a subscription is needed, an agreement needs that of both, and what is in hand is finished without', async () => {
  const subscribed = { subscriptionEnd: '2999-01-01T10:00:00.000Z' };
  const market = await marketplace({}, [profileItem(aProfile('O', subscribed))]);
  const { act, table } = market;
  process.env['SUBSCRIPTION_FROM'] = '2000-01-01';
  try {
    expect(await act('acceptDelivery', carrier)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_NEEDED' } });
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
      status: 409,
      body: { code: 'OTHER_NOT_APPROVED', detail: expect.stringContaining("Ce membre n'a pas d'abonnement en cours") },
    });
    await put(table, profileItem(aProfile('C', subscribed)));
    expect((await act('acceptDelivery', carrier)).status).toBe(200);
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
      body: { situation: { stage: 'agreed' } },
    });
    // Both are deleted in between.
    for (const role of ['O', 'C'] as const) await put(table, profileItem(aProfile(role)));
    await prove(market, 'pickup');
    for (const step of ['validatePickup', 'startDelivery'] as const)
      expect((await act(step, carrier)).status).toBe(200);
    await prove(market, 'delivery');
    expect(await act('validateDelivery', carrier)).toMatchObject({ body: { situation: { stage: 'delivered' } } });
  } finally {
    delete process.env['SUBSCRIPTION_FROM'];
  }
});

test('an owner who lost their approval in the same moment shakes no hands', async () => {
  const { act, table } = await marketplace();
  await put(table, profileItem(aProfile('O', { status: 'pending' })));
  expect((await act('acceptDelivery', carrier)).body['code']).toBe('OTHER_NOT_APPROVED');
});

test('a displaced carrier loses sight of the parcel, and is written that another one was chosen', async () => {
  const { act, table, call, params, parcel } = await marketplace();
  await act('acceptDelivery', carrier);
  expect(await act('chooseCarrier', owner, { carrierId: other })).toMatchObject({
    body: { situation: { stage: 'chosen' } },
  });
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toHaveLength(0);
  expect(await rowsOf(table, keys.member(other), 'CARRY#')).toHaveLength(1);
  expect(await mailsIn(table)).toEqual(
    new Set([`deliveryAccepted ${owner}`, `carrierChosen ${other}`, `carrierReplaced ${carrier}`]),
  );
  expect((await call('myDeliveries', carrier)).body['items']).toEqual([]);
  for (const name of ['tracking', 'proofs', 'releaseCarrier'] as const)
    expect((await call(name, carrier, { params, version: 3 })).status).toBe(404);
  const thread = await call('conversation', carrier, { params: { userId: owner }, query: { parcel: parcel.id } });
  expect(thread.body).toMatchObject({
    unseenParcel: { sentence: "L'expéditeur et un autre voyageur se mettent d'accord sur ce colis." },
  });
  expect(thread.body).not.toHaveProperty('parcel');
});

test('who lets go is said in the mail: the owner to the carrier, the carrier to the owner', async () => {
  const { act, table } = await marketplace();
  await act('acceptDelivery', carrier);
  await act('releaseCarrier', carrier);
  // A yes that is taken back within the hour is one line of the list.
  expect(await mailsIn(table)).toEqual(new Set([`carrierWithdrew ${owner}`]));
  await act('acceptDelivery', carrier);
  await act('releaseCarrier', owner);
  expect(await mailsIn(table)).toContain(`carrierReleased ${carrier}`);
});

test('a photo of an older assignment opens no door', async () => {
  const market = await marketplace();
  const { act, call, params } = market;
  const shake = async () => {
    await act('acceptDelivery', carrier);
    await act('chooseCarrier', owner, { carrierId: carrier });
  };
  await shake();
  await prove(market, 'pickup');
  await act('releaseCarrier', owner);
  await shake();
  expect((await act('validatePickup', carrier)).body['code']).toBe('PHOTO_REQUIRED');
  expect((await call('proofs', carrier, { params })).body['items']).toEqual([]);
  expect((await call('proofs', owner, { params })).body['items']).toHaveLength(1);
});

test('a photo of the owner does not validate for the carrier', async () => {
  const market = await marketplace();
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  await prove(market, 'pickup', owner);
  expect((await market.act('validatePickup', carrier)).body['code']).toBe('PHOTO_REQUIRED');
});

test('a stage has six photos, however many arrive at once', async () => {
  const market = await marketplace();
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  const answers = await Promise.all(Array.from({ length: 8 }, () => prove(market, 'pickup')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
  expect(answers.filter(({ body }) => body['code'] === 'LIMIT')).toHaveLength(2);
});

test('of forty photos at once from nine files each refused one hears why: already used, or six at most', async () => {
  const { act, call, params, table, parcel } = await marketplace();
  await act('acceptDelivery', carrier);
  await act('chooseCarrier', owner, { carrierId: carrier });
  const files = await Promise.all(Array.from({ length: 9 }, () => photo(table, parcel.id, carrier, 'pickup')));
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, at) => call('addProof', carrier, { params, body: { uploadId: files[at % 9] } })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
  const told = answers
    .filter(({ status }) => status !== 201)
    .map(({ status, body }) => `${status} ${String(body['detail'])}`);
  expect(new Set(told)).toEqual(
    new Set([
      '422 Ce fichier a déjà été utilisé. Choisissez-le encore une fois.',
      '409 6 photos au maximum par étape.',
    ]),
  );
});

test('a photo is taken when it is clean, its own and of the open stage', async () => {
  const { act, call, params, table, parcel } = await marketplace();
  await act('acceptDelivery', carrier);
  await act('chooseCarrier', owner, { carrierId: carrier });
  const add = async (uploadId: string) => call('addProof', carrier, { params, body: { uploadId } });
  expect(await add(await photo(table, parcel.id, carrier, 'pickup', 'scanning'))).toMatchObject({
    status: 202,
    body: { state: 'scanning' },
  });
  expect(await add(await photo(table, parcel.id, carrier, 'pickup', 'rejected'))).toMatchObject({
    status: 422,
    body: { code: 'FILE_REFUSED', detail: 'Ce fichier est abîmé.' },
  });
  expect(await add(await photo(table, parcel.id, owner, 'pickup'))).toMatchObject({ status: 422 });
  expect(await add(await photo(table, parcel.id, carrier, 'delivery'))).toMatchObject({
    body: { code: 'STATE_CHANGED' },
  });
  const good = await photo(table, parcel.id, carrier, 'pickup');
  const added = await add(good);
  expect(added.status).toBe(201);
  // The reply is stored with the key of the call, and a link in it would open the photo for a reader of the table.
  expect(added.body).not.toHaveProperty('url');
  expect(await add(good)).toMatchObject({ status: 422, body: { code: 'FILE_REFUSED' } });
});

test('a blocked owner does not stop a parcel on its way', async () => {
  const assigned = { carrierId: carrier, carrier: aParcel(1, 'C').owner, assignedAt: '2026-11-20T10:00:00.000Z' };
  const { act, table } = await marketplace({ status: 'in_transit', ...assigned });
  await put(table, profileItem(aProfile('O', { status: 'blocked' })));
  expect(await act('startDelivery', carrier)).toMatchObject({
    status: 200,
    body: { situation: { stage: 'delivering' } },
  });
});

test('the two read each other’s telephone while the delivery is in hand, and neither before nor after', async () => {
  const { act, call, params, table } = await marketplace();
  const phoneFor = async (id: string) => (await call('tracking', id, { params })).body['phone'];
  await act('acceptDelivery', carrier);
  expect([await phoneFor(owner), await phoneFor(carrier)]).toEqual([undefined, undefined]);
  await act('chooseCarrier', owner, { carrierId: carrier });
  const phones = [aProfile('C').phone, aProfile('O').phone];
  expect([await phoneFor(owner), await phoneFor(carrier)]).toEqual(phones);
  expect((await call('tracking', other, { params })).status).toBe(404);

  await put(table, profileItem(aProfile('O', { status: 'blocked' })));
  expect(await phoneFor(carrier)).toBeUndefined();
  await put(table, profileItem(aProfile('O')));
  await act('releaseCarrier', owner);
  expect(await phoneFor(owner)).toBeUndefined();
  expect((await call('tracking', carrier, { params })).status).toBe(404);
});

test.each(['carrier_chosen', 'delivered', 'cancelled'] as const)(
  'neither of the two reads the telephone of the other while the parcel is %s',
  async (status) => {
    const { call, params } = await marketplace({ status, carrierId: carrier });
    for (const id of [owner, carrier]) {
      const { status: code, body } = await call('tracking', id, { params });
      expect([code, body['phone']]).toEqual([200, undefined]);
    }
  },
);

test('tracking names neither administrators nor, to the carrier, who was there before them', async () => {
  const { act, call, params, table, parcel } = await marketplace({ version: 2 });
  await put(table, {
    ...keys.parcelEvent(parcel.id, 2),
    kind: 'event',
    record: { version: 2, type: 'approved', at: '2026-11-20T10:00:00.000Z', by: memberIds.A },
  });
  await act('acceptDelivery', other);
  await act('chooseCarrier', owner, { carrierId: carrier });
  const seenBy = async (id: string) =>
    ((await call('tracking', id, { params })).body['items'] as { by?: string }[]).map(({ by }) => by);
  expect(await seenBy(owner)).toEqual([undefined, other, owner, owner]);
  expect(await seenBy(carrier)).toEqual([undefined, undefined, owner]);
});

test('an owner reads with whom an agreement came to nothing, and why; the next carrier does not', async () => {
  const { act, call, params } = await marketplace();
  await act('acceptDelivery', other);
  await act('releaseCarrier', other, { reason: 'Vol annulé' });
  await act('chooseCarrier', owner, { carrierId: carrier });
  const tracking = async (id: string) => (await call('tracking', id, { params })).body;
  expect(await tracking(owner)).toMatchObject({
    items: [
      { type: 'acceptDelivery', carrierId: other },
      { type: 'releaseCarrier', carrierId: other, by: other, reason: 'Vol annulé' },
      { type: 'chooseCarrier', carrierId: carrier },
    ],
    formerCarriers: [{ id: other }],
  });
  expect(JSON.stringify(await tracking(carrier))).not.toContain(other);
  expect(await tracking(carrier)).not.toHaveProperty('formerCarriers');
});

test('an owner reads that another carrier replaced the first one; that carrier is told no more of the delivery', async () => {
  const { act, call, params } = await marketplace();
  await act('acceptDelivery', other);
  await act('chooseCarrier', owner, { carrierId: carrier });
  await act('acceptDelivery', carrier);
  const tracking = async (id: string) => (await call('tracking', id, { params })).body;
  expect(await tracking(owner)).toMatchObject({
    items: [
      { type: 'acceptDelivery', carrierId: other },
      { type: 'carrierReplaced', carrierId: other, by: owner },
      { type: 'chooseCarrier', carrierId: carrier },
      { type: 'handshake', carrierId: carrier },
    ],
    formerCarriers: [{ id: other }],
  });
  expect(JSON.stringify(await tracking(carrier))).not.toContain(other);
});

test('a message about a parcel is what opens its handshake', async () => {
  const { act, parcel, table, call } = await marketplace();
  await table.documents.send(
    new DeleteCommand({ TableName: table.name, Key: { ...keys.threadHead(owner, other, parcel.id) } }),
  );
  const sent = await call('sendMessage', other, {
    body: { recipientId: owner, parcelId: parcel.id, content: 'Je peux le prendre.' },
  });
  expect(sent.status).toBe(201);
  expect(await table.get({ pk: `CV#${threadIdOf(owner, other, parcel.id)}`, sk: 'HEAD' })).toBeDefined();
  expect((await act('acceptDelivery', other)).status).toBe(200);
});
