import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Caller } from '#infra/local/seed/site-client.ts';
import { contract } from '#shared/contract.ts';
import type { Routes } from '#shared/route.ts';
import { aPdf, aPng } from '../support/images.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  joined,
  listedParcel,
  openTestSite,
  photo,
  until,
} from '../support/journey.ts';
import { expectReadable } from '../support/readable.ts';

const site = openTestSite();
const raw = (path: string, init: RequestInit & { headers?: Record<string, string> }) =>
  fetch(`${site.origin}/api${path}`, init);
const authorized = (caller: Caller) => ({ authorization: `Bearer ${caller.session?.accessToken}` });

const huge = 'é'.repeat(1_000_000);
const titles: readonly (readonly [string, unknown])[] = [
  ['a number', 42],
  ['null', null],
  ['an object', { $gt: '' }],
  ['an array', ['a']],
  ['nothing but blanks', '   \n\t '],
  ['81 characters', 'x'.repeat(81)],
  ['a NUL byte', 'abc\u0000def'],
  ['two lines', 'Livres\nwww.example'],
  ['nothing but invisible marks', '\u202e\u200b'],
];
test.each(titles)('a title that is %s is refused with its field', async (_what, title) => {
  const { caller } = await sharedMember();
  const answer = await caller.call('publishParcel', { body: { ...aParcelToPublish('x'), title: title as string } });
  expectReadable(answer, 400, 'INVALID');
  expect((answer.body as { fields: object }).fields).toHaveProperty('title');
});

const days = [
  '0000-00-00',
  '9999-12-31',
  '2026-02-31',
  '2020-01-01',
  'demain',
  '2026-13-01',
  '+012026-01-01',
  20270101,
];
test.each(days)('the deadline %s is refused', async (deadline) => {
  const { caller } = await sharedMember();
  expectReadable(
    await caller.call('publishParcel', { body: { ...aParcelToPublish('x'), deadline: deadline as string } }),
    400,
    'INVALID',
  );
});

const weights = ['0', '-1', '1e3', 'NaN', 'Infinity', 'abc', '1.2.3', '99999999', '1,2345', '0x10'];
test.each(weights)('the weight %s is refused', async (weight) => {
  const { caller } = await sharedMember();
  const answer = await caller.call('publishParcel', { body: { ...aParcelToPublish('x'), weight } });
  expectReadable(answer, 400, 'INVALID');
  expect((answer.body as { fields: object }).fields).toHaveProperty('weight');
});

const aBank = { bankName: 'Banque', accountHolder: 'Titulaire', iban: '007 99999 0001234567 89' };
const anAdvertisement = { title: 'Cartons', position: 'home' } as const;
const typedByAdministrators: readonly (readonly [string, 'createBank' | 'createAdvertisement', string, unknown])[] = [
  ['an IBAN with a wrong check', 'createBank', 'iban', 'FR7630006000011234567890188'],
  ['an account number of 10,000 characters', 'createBank', 'iban', '0'.repeat(10_000)],
  ['an account number that is a number', 'createBank', 'iban', 79_999],
  ['a script as link', 'createAdvertisement', 'linkUrl', 'javascript:alert(1)'],
  ['an open link', 'createAdvertisement', 'linkUrl', 'http://example.org'],
  ['a link to another host of this protocol', 'createAdvertisement', 'linkUrl', '//example.org'],
  ['a link with credentials', 'createAdvertisement', 'linkUrl', 'https://a:b@example.org'],
];
test.each(typedByAdministrators)('%s is refused with its field', async (_what, row, field, value) => {
  const admin = await administrator(site);
  const body = { ...(row === 'createBank' ? aBank : anAdvertisement), [field]: value };
  const answer = await raw(row === 'createBank' ? '/admin/banks' : '/admin/advertisements', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...authorized(admin), 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  });
  const problem = { status: answer.status, body: (await answer.json()) as { fields: object } };
  expectReadable(problem, 400, 'INVALID');
  expect(problem.body.fields).toHaveProperty(field);
});

test('a RIB of 20 digits is taken as it is', async () => {
  const admin = await administrator(site);
  const { id, iban, version } = await admin.ok('createBank', { body: aBank });
  expect(iban).toBe('00799999000123456789');
  await admin.ok('deleteBank', { params: { bankId: id }, version });
});

test('emoji, Arabic and quotes are kept as they were typed', async () => {
  const { caller } = await sharedMember();
  const title = '🎁 طرد هدايا « d’été » <b>"1"</b>';
  const { id } = await caller.ok('publishParcel', { body: aParcelToPublish(title) });
  expect((await caller.ok('readParcel', { params: { parcelId: id } })).title).toBe(title);
});

test('a place of another country and an unknown country are refused', async () => {
  const { caller } = await sharedMember();
  const elsewhere = { ...aParcelToPublish('x'), pickup: { countryCode: 'DZ', city: 'Paris', placeId: '2988507' } };
  expectReadable(await caller.call('publishParcel', { body: elsewhere }), 400, 'INVALID');
  const nowhere = { ...aParcelToPublish('x'), pickup: { countryCode: 'QQ', city: 'Paris' } };
  expectReadable(await caller.call('publishParcel', { body: nowhere }), 400, 'INVALID');
});

const bodies: readonly (readonly [string, string, string, number, string])[] = [
  ['broken JSON', '{"title": ', 'application/json', 400, 'INVALID'],
  ['a list', '[]', 'application/json', 400, 'INVALID'],
  ['a number', '1', 'application/json', 400, 'INVALID'],
  ['a prototype', '{"__proto__": {"isAdmin": true}}', 'application/json', 400, 'INVALID'],
  ['a constructor deep inside', '{"pickup": {"constructor": {"prototype": {}}}}', 'application/json', 400, 'INVALID'],
  ['a form', 'title=x', 'application/x-www-form-urlencoded', 415, 'WRONG_TYPE'],
  ['text', 'title', 'text/plain', 415, 'WRONG_TYPE'],
  ['a million characters', JSON.stringify({ title: huge }), 'application/json', 413, 'TOO_LARGE'],
  ['a thousand levels', '{"a":'.repeat(1000) + '1' + '}'.repeat(1000), 'application/json', 400, 'OTHER_RELEASE'],
];
test.each(bodies)('a body that is %s is refused', async (_what, body, type, status, code) => {
  const { caller } = await sharedMember();
  const response = await raw('/parcels', {
    method: 'POST',
    body,
    headers: { ...authorized(caller), 'content-type': type, 'idempotency-key': randomUUID() },
  });
  expectReadable({ status: response.status, body: await response.json() }, status, code);
});

test('the same key with another body is refused, with the same body it replays', async () => {
  const { caller } = await sharedMember();
  const key = randomUUID();
  const body = aTripToPublish();
  const first = await caller.call('publishTrip', { body }, { key });
  const again = await caller.call('publishTrip', { body }, { key });
  expect(again).toMatchObject({ status: 201, body: first.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expectReadable(await caller.call('publishTrip', { body: { ...body, maxWeightKg: 9 } }, { key }), 422, 'KEY_REUSED');
  const mine = (await caller.ok('myTrips')).items.filter(({ id }) => id === (first.body as { id: string }).id);
  expect(mine).toHaveLength(1);
});

test('five sends at once with one key leave one parcel and equal answers', async () => {
  const { caller } = await sharedMember();
  const key = randomUUID();
  const body = aParcelToPublish(`Une seule fois ${key}`);
  const answers = await Promise.all(Array.from({ length: 5 }, () => caller.call('publishParcel', { body }, { key })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
});

test('who acts on an older version is told what stands now', async () => {
  const admin = await administrator(site);
  const sender = await sharedMember();
  const parcel = await sender.caller.ok('publishParcel', { body: aParcelToPublish('Version') });
  const params = { parcelId: parcel.id };
  await admin.ok('approveParcel', { params, version: 1 });
  const stale = await admin.call('rejectParcel', { params, version: 1, body: { reason: 'Trop tard' } });
  expectReadable(stale, 409, 'ALREADY_DECIDED');
});

const files: readonly (readonly [string, { type: string; bytes: Uint8Array }, number, string])[] = [
  [
    'an SVG',
    { type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
    422,
    'FILE_REFUSED',
  ],
  ['a page', { type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') }, 422, 'FILE_REFUSED'],
  ['5 MB and a byte', { type: 'image/png', bytes: Buffer.alloc(5 * 1024 * 1024 + 1) }, 422, 'FILE_REFUSED'],
];
test.each(files)('%s gets no place', async (_what, file, status, code) => {
  const { caller } = await sharedMember();
  const body = { fileName: 'x', contentType: file.type, size: file.bytes.byteLength, sha256: `${'A'.repeat(43)}=` };
  for (const row of ['requestParcelUpload', 'requestReceiptUpload'] as const)
    expectReadable(await caller.call(row, { body }), status, code);
});

const disguised: readonly (readonly [string, { name: string; type: string; bytes: Uint8Array }])[] = [
  [
    'a page that calls itself a picture',
    { name: 'x.jpg', type: 'image/jpeg', bytes: Buffer.from('<html><script>alert(1)</script></html>') },
  ],
  ['a PNG that calls itself a JPEG', { name: 'x.jpg', type: 'image/jpeg', bytes: aPng({ width: 100, height: 100 }) }],
  ['a truncated picture', { name: 'x.jpg', type: 'image/jpeg', bytes: photo().bytes.subarray(0, 200) }],
  ['half a PDF', { name: 'x.pdf', type: 'application/pdf', bytes: aPdf().subarray(0, 60) }],
];
test.each(disguised)('%s is refused by the scan with a French reason', async (_what, file) => {
  const { caller } = await sharedMember();
  const uploadId = await site.upload(file, (announced) => caller.ok('requestParcelUpload', { body: announced }));
  const answer = await until('the verdict', async () => {
    const now = await caller.call('publishParcel', { body: { ...aParcelToPublish('Avec fichier'), uploadId } });
    return now.status === 202 ? undefined : now;
  });
  expectReadable(answer, 422, 'FILE_REFUSED');
});

test('of a PDF with a script only the pages arrive', async () => {
  const { caller } = await sharedMember();
  const file = { name: 'x.pdf', type: 'application/pdf', bytes: aPdf({ javascript: true }) };
  const uploadId = await site.upload(file, (announced) => caller.ok('requestParcelUpload', { body: announced }));
  const { id } = await until('the verdict', async () => {
    const now = await caller.call('publishParcel', { body: { ...aParcelToPublish('Avec PDF'), uploadId } });
    return now.status === 201 && (now.body as { id: string });
  });
  const { url } = await caller.ok('parcelFile', { params: { parcelId: id } });
  const stored = Buffer.from(await (await fetch(url)).arrayBuffer()).toString('latin1');
  expect(Buffer.from(file.bytes).toString('latin1')).toContain('/JavaScript');
  expect(stored.slice(0, 5)).toBe('%PDF-');
  expect(stored).not.toContain('/JavaScript');
});

test('a place takes exactly the announced file, once', async () => {
  const { caller } = await sharedMember();
  const bytes = photo().bytes;
  const { createHash } = await import('node:crypto');
  const announced = {
    fileName: 'p.jpg',
    contentType: 'image/jpeg',
    size: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('base64'),
  };
  const place = await caller.ok('requestParcelUpload', { body: announced });
  const put = async (body: Uint8Array, headers: Record<string, string> = place.headers) =>
    (await fetch(place.url, { method: 'PUT', body: Buffer.from(body), headers })).status;
  const changed = Uint8Array.from(bytes);
  changed[changed.length - 1] = 0;
  expect(await put(changed)).toBe(400);
  expect(await put(bytes.subarray(1))).toBe(403);
  expect(await put(bytes, { ...place.headers, 'content-type': 'image/png' })).toBe(403);
  const { 'if-none-match': _once, ...without } = place.headers;
  expect(await put(bytes, without)).toBe(403);
  expect(await put(bytes)).toBe(200);
  expect(await put(bytes)).toBe(412);
});

test("nobody uses another member's file", async () => {
  const admin = await administrator(site);
  const [mine, other] = [await sharedMember(), await joined(site, 'Voisin', admin)];
  const uploadId = await site.upload(photo(), (announced) =>
    other.caller.ok('requestParcelUpload', { body: announced }),
  );
  expectReadable(
    await mine.caller.call('publishParcel', { body: { ...aParcelToPublish('Volé'), uploadId } }),
    422,
    'FILE_REFUSED',
  );
});

const allRoutes: Routes = Object.assign({}, ...Object.values(contract));
const lists = Object.entries(allRoutes).filter(([, { query, page }]) => query && !page && 'cursor' in query.def.shape);
const cursorOf = (position: unknown) => Buffer.from(JSON.stringify(position)).toString('base64url');
const foreignCursors: readonly (readonly [string, string])[] = [
  ['no text of ours', 'x'],
  ['nothing', ''],
  ['a list', cursorOf([])],
  ['no keys', cursorOf({})],
  ['unknown keys', cursorOf({ a: 'b' })],
  ['keys of somebody', cursorOf({ pk: 'U#somebody', sk: 'A#PROFILE' })],
  ['keys of somebody in an index', cursorOf({ gs1pk: 'IN#somebody', gs1sk: 'x', pk: 'U#somebody', sk: 'TH#x#-' })],
  ['empty keys', cursorOf({ pk: '', sk: '' })],
  ['a key that is too long', cursorOf({ pk: 'U#x', sk: 'FR#'.padEnd(1100, 'x') })],
  ['numbers', cursorOf({ pk: 1, sk: 2 })],
  ['a month that never was', '9999-12'],
  ['no month', '2026-99.eyJ9'],
  ['a month with a foreign position', `2026-11.${cursorOf({ pk: 'ADMINS', sk: 'x' })}`],
];
test('every list refuses a position that it never gave', async () => {
  const { caller: asMember } = await sharedMember();
  const asAdmin = await administrator(site);
  const { userId } = await sharedMember();
  expect(lists.length).toBeGreaterThanOrEqual(12);
  const told: string[] = [];
  for (const [name, { path }] of lists) {
    for (const [what, cursor] of foreignCursors) {
      const caller = path.startsWith('/admin') ? asAdmin : asMember;
      const address = `${path.replace('{userId}', userId)}?cursor=${encodeURIComponent(cursor)}`;
      const answer = await raw(address, { headers: authorized(caller) });
      const { code } = (await answer.json()) as { code?: string };
      if (answer.status !== 400 || code !== 'INVALID') told.push(`${name}, ${what}: ${answer.status} ${code}`);
    }
  }
  expect(told).toEqual([]);
});

const oddIds = ['x', 'x'.repeat(3000), '%00', '11111111-1111-4111-8111-11111111111G', '__proto__'];
test('an id that cannot be one is not found, wherever it stands', async () => {
  const { caller: asMember } = await sharedMember();
  const asAdmin = await administrator(site);
  const told: string[] = [];
  for (const [name, { path, method, access }] of Object.entries(allRoutes)) {
    if (!/\{\w+Id\}/.test(path) || access === 'anyone') continue;
    const caller = path.startsWith('/admin') ? asAdmin : asMember;
    for (const id of oddIds) {
      const headers = { ...authorized(caller), 'idempotency-key': randomUUID(), 'if-match': '"1"' };
      const answer = await raw(path.replaceAll(/\{\w+\}/g, encodeURI(id)), { method, headers });
      if (answer.status >= 500) told.push(`${name} ${id.slice(0, 20)}: ${answer.status}`);
      if (method === 'GET' && answer.status !== 404) told.push(`${name} ${id.slice(0, 20)}: ${answer.status}`);
    }
  }
  expect(told).toEqual([]);
});

test('unknown addresses and methods answer JSON, never a page', async () => {
  for (const [method, path] of [
    ['GET', '/nope'],
    ['DELETE', '/parcels'],
    ['POST', '/me'],
  ] as const) {
    const response = await raw(path, { method });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/json'),
    ]);
  }
});

test('what stands beside a listed parcel stays hidden from strangers', async () => {
  const admin = await administrator(site);
  const [sender, stranger] = [await joined(site, 'Discrete', admin), await sharedMember()];
  const parcel = await listedParcel(sender, admin, 'Colis discret');
  const seen = await stranger.caller.ok('readParcel', { params: { parcelId: parcel.id } });
  for (const secret of ['adminStatus', 'carrierId', 'rejectionReason', 'phone', 'email', 'validatedBy'])
    expect(seen).not.toHaveProperty(secret);
  for (const row of ['tracking', 'proofs'] as const)
    expect((await stranger.caller.call(row, { params: { parcelId: parcel.id } })).status).toBe(404);
});

let member: ReturnType<typeof joined> | undefined;
/** One approved member for all that is refused anyway. */
function sharedMember() {
  member ??= administrator(site).then((admin) => joined(site, 'Testeur', admin));
  return member;
}
