import { expect, test } from 'vitest';
import type { Caller } from '#infra/local/seed/site-client.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  joined,
  listedParcel,
  mailTo,
  openTestSite,
  type Traveller,
  until,
} from '../support/journey.ts';

const site = openTestSite();

/** Two people and the administrator, made once: every test publishes its own. */
let people: Promise<{ admin: Caller; sender: Traveller; traveller: Traveller }> | undefined;
const everybody = () => {
  people ??= administrator(site).then(async (admin) => ({
    admin,
    sender: await joined(site, 'Envoyeuse', admin),
    traveller: await joined(site, 'Voyageuse', admin),
  }));
  return people;
};

let count = 0;
const aTitle = (words: string) => `${words} ${Date.now()}-${(count += 1)}`;
/** Looks through every page, so that it does not matter how much others have published. */
async function isFound(id: string, query: Record<string, string> = {}): Promise<boolean> {
  let cursor: string | undefined;
  do {
    const page = await site.visitor.ok('searchParcels', { query: { ...query, cursor } });
    if (page.items.some((item) => item.id === id)) return true;
    cursor = page.next;
  } while (cursor);
  return false;
}

test('an edited listing leaves search at once and comes back with its new text once it is approved', async () => {
  const { admin, sender } = await everybody();
  const parcel = await listedParcel(sender, admin, aTitle('Avant'));
  const params = { parcelId: parcel.id };
  await until('it is found', () => isFound(parcel.id));

  const title = aTitle('Après');
  const edited = await sender.caller.ok('editParcel', {
    params,
    version: parcel.version,
    body: { ...aParcelToPublish(title), delivery: { countryCode: 'DZ', city: 'Oran', placeId: '2485926' } },
  });
  expect(edited).toMatchObject({ title, situation: { stage: 'review' } });
  await until('it has left', async () => !(await isFound(parcel.id)));

  await admin.ok('approveParcel', { params, version: edited.version });
  await until('it is found at its new route', () => isFound(parcel.id, { toPlace: '2485926' }));
  expect(await isFound(parcel.id, { toPlace: '2507480' })).toBe(false);
});

test('of an edit, an approval and a handshake at once one wins, and the others read why', async () => {
  const { admin, sender, traveller } = await everybody();
  for (let round = 0; round < 3; round++) {
    const parcel = await listedParcel(sender, admin, aTitle('Course'));
    const params = { parcelId: parcel.id };
    await traveller.caller.ok('sendMessage', {
      body: { recipientId: sender.userId, parcelId: parcel.id, content: 'Je passe par là.' },
    });
    const answers = await Promise.all([
      sender.caller.call('editParcel', {
        params,
        version: parcel.version,
        body: aParcelToPublish(aTitle('Modifié')),
      }),
      traveller.caller.call('acceptDelivery', { params, version: parcel.version, body: {} }),
      admin.call('rejectParcel', { params, version: parcel.version, body: { reason: 'Trop tard' } }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([404, 409, 412]).toContain(status);
      expect(body).toMatchObject({ code: expect.any(String), detail: expect.stringMatching(/^[A-ZÀ-Ý].+[.!]$/) });
    }
    expect((await sender.caller.ok('readParcel', { params })).version).toBe(parcel.version + 1);
  }
});

test('a parcel is paused, resumed and cancelled, and its carrier reads why in a mail', async () => {
  const { admin, sender, traveller } = await everybody();
  const parcel = await listedParcel(sender, admin, aTitle('Pause'));
  const params = { parcelId: parcel.id };
  const paused = await sender.caller.ok('pauseParcel', { params, version: parcel.version });
  await until('it has left', async () => !(await isFound(parcel.id)));
  const resumed = await sender.caller.ok('resumeParcel', { params, version: paused.version });
  expect(resumed.situation?.stage).toBe('listed');
  await until('it is back', () => isFound(parcel.id));

  await traveller.caller.ok('sendMessage', {
    body: { recipientId: sender.userId, parcelId: parcel.id, content: 'Je peux le prendre.' },
  });
  const agreed = await traveller.caller.ok('acceptDelivery', { params, version: resumed.version, body: {} });
  const reason = 'Finalement envoyé par la poste';
  await sender.caller.ok('cancelParcel', { params, version: agreed.version, body: { reason } });
  const mail = await mailTo(site, traveller.email, new RegExp(`annulé[\\s\\S]*${reason}`));
  expect(mail.subject).toContain('annulé');
  expect(await traveller.caller.ok('readParcel', { params })).toMatchObject({
    situation: { stage: 'cancelled' },
    cancelReason: reason,
  });
});

test('a shared link shows what everybody may know, and ends with the listing', async () => {
  const { admin, sender } = await everybody();
  const ask = async (path: string) => {
    const answer = await fetch(site.origin + path);
    return { status: answer.status, age: answer.headers.get('cache-control'), page: await answer.text() };
  };
  const pending = await sender.caller.ok('publishParcel', { body: aParcelToPublish(aTitle('Lien en attente')) });
  const hidden = await ask(`/p/${pending.id}`);
  expect(hidden).toMatchObject({ status: 410, age: 'no-store' });
  expect(hidden.page).not.toContain('Lien en attente');

  const title = aTitle('Lien <b>partagé</b>');
  const { id, version } = await listedParcel(sender, admin, title);
  // Messengers put marks behind a link, and others count who came by it.
  const { status, age, page } = await ask(`/p/${id}.?utm_source=message`);
  expect([status, age]).toEqual([200, 'public, max-age=0, s-maxage=60']);
  expect(page).toContain(title.replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  expect(page).not.toContain('Envoyeuse');
  const picture = /og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
  expect((await fetch(picture)).headers.get('content-type')).toBe('image/png');

  const trip = await sender.caller.ok('publishTrip', { body: aTripToPublish() });
  expect((await ask(`/t/${trip.id}`)).status).toBe(410);
  await admin.ok('approveTrip', { params: { tripId: trip.id }, version: trip.version });
  expect((await ask(`/t/${trip.id}`)).page).toContain('Voir ce trajet');

  const { id: second, version: seen } = await listedParcel(sender, admin, aTitle('Lien fini'));
  await sender.caller.ok('cancelParcel', {
    params: { parcelId: second },
    version: seen,
    body: { reason: 'Envoyé autrement' },
  });
  expect((await ask(`/p/${second}`)).page).toContain('Voir les colis de Paris à Alger');
  await sender.caller.ok('cancelParcel', { params: { parcelId: id }, version, body: { reason: 'Envoyé autrement' } });
});

test('a sender finds travellers and a traveller parcels, each on their own way and never their own', async () => {
  const { admin, sender, traveller } = await everybody();
  const trip = await traveller.caller.ok('publishTrip', { body: aTripToPublish() });
  const params = { tripId: trip.id };
  await admin.ok('approveTrip', { params, version: trip.version });
  const parcel = await listedParcel(sender, admin, aTitle('Pour vous'));
  const { pickup, delivery, deadline, weight, size } = aParcelToPublish('x');
  const query = {
    fromCountry: pickup.countryCode,
    fromCity: pickup.city,
    fromPlace: pickup.placeId,
    toCountry: delivery.countryCode,
    toCity: delivery.city,
    toPlace: delivery.placeId,
    deadline,
    weight,
    size,
  };
  const seenBy = async (caller: Caller) => (await caller.ok('matchingTrips', { query })).items;
  const match = await until('the trip is suggested', async () =>
    (await seenBy(sender.caller)).find(({ id }) => id === trip.id),
  );
  expect(match.closeness).toBe('exact');
  expect((await seenBy(traveller.caller)).map(({ id }) => id)).not.toContain(trip.id);
  await until('the parcel is suggested', async () =>
    (await traveller.caller.ok('matchingParcels', { params })).items.find(({ id }) => id === parcel.id),
  );

  const cancelled = await traveller.caller.ok('cancelTrip', {
    params,
    version: trip.version + 1,
    body: { reason: 'Vol annulé' },
  });
  expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'Vol annulé' });
  await until('it is suggested no more', async () => (await seenBy(sender.caller)).every(({ id }) => id !== trip.id));
});

const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['a city without its country', { pickup: { countryCode: '', city: 'Paris' } }, 'pickup.countryCode'],
  ['one city for both ends', { delivery: { countryCode: 'FR', city: 'paris' } }, 'delivery.city'],
  ['yesterday', { deadline: new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10) }, 'deadline'],
  ['31 February', { deadline: '2027-02-31' }, 'deadline'],
  ['no weight at all', { weight: '0' }, 'weight'],
  ['a billion', { weight: '1e9' }, 'weight'],
  ['a price below zero', { price: { amount: -100, currency: 'EUR' } }, 'price.amount'],
  ['a title of a hundred thousand characters', { title: 'x'.repeat(60_000) }, 'title'],
];
test.each(wrong)('%s is refused at its field, in an edit as in a publication', async (_what, change, field) => {
  const { sender } = await everybody();
  const parcel = await ownParcel();
  const body = { ...aParcelToPublish('x'), ...change } as ReturnType<typeof aParcelToPublish>;
  const answers = [
    await sender.caller.call('publishParcel', { body }),
    await sender.caller.call('editParcel', { params: { parcelId: parcel.id }, version: parcel.version, body }),
  ];
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID', fields: { [field]: expect.any(String) } } });
  }
});

test('a stop that is an end of the trip is refused at its own field', async () => {
  const { traveller } = await everybody();
  const stops = [
    { countryCode: 'FR', city: 'Lyon', placeId: '2996944' },
    { countryCode: 'DZ', city: 'ALGER' },
  ];
  expect(await traveller.caller.call('publishTrip', { body: { ...aTripToPublish(), stops } })).toMatchObject({
    status: 400,
    body: { fields: { 'stops.1.city': 'Cette ville est déjà sur votre trajet' } },
  });
});

test('a city that no list knows is kept as it was typed, and found by its name', async () => {
  const { admin, sender } = await everybody();
  const city = `Oued ${Date.now()}`;
  const parcel = await sender.caller.ok('publishParcel', {
    body: { ...aParcelToPublish(aTitle('Inconnue')), delivery: { countryCode: 'DZ', city } },
  });
  expect(parcel.delivery).toEqual({ city, country: 'Algérie', countryCode: 'DZ' });
  await admin.ok('approveParcel', { params: { parcelId: parcel.id }, version: parcel.version });
  await until('it is found', () => isFound(parcel.id, { toCity: city.toLowerCase() }));
});

let ownOne: Promise<{ id: string; version: number }> | undefined;
/** One parcel for all edits that are refused anyway. */
function ownParcel() {
  ownOne ??= everybody().then(({ sender }) =>
    sender.caller.ok('publishParcel', { body: aParcelToPublish('À modifier') }),
  );
  return ownOne;
}
