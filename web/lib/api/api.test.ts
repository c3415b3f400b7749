import { beforeEach, expect, test, vi } from 'vitest';
import { problemAnswer } from '#functions/middlewares.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { tripRoutes } from '#shared/trips/contract.ts';
import { aParcel, aParcelCard, aParcelDraft, aTrip, aTripCard } from '#test/support/factories.ts';
import { fakeApi } from '#test/support/fake-api.ts';
import { responseOf } from '#test/support/row-at.ts';
import { toNewParcel } from '#web/features/parcels/parcel-form.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { otherRelease } from '#web/lib/other-release.ts';
import { auth } from '#web/lib/session/auth.ts';

vi.mock('#web/lib/session/cognito.ts', () => ({ accessToken: async () => 'token' }));

const [search, parcels, trips] = [clientOf(searchRoutes), clientOf(parcelRoutes), clientOf(tripRoutes)];
const params = { parcelId: 'p1' };
const body = () => toNewParcel(aParcelDraft() as Parameters<typeof toNewParcel>[0], undefined);
const said = (call: Promise<unknown>) => call.then(() => undefined, asProblem);
const answer = (...given: readonly unknown[]) => {
  const calls = vi.fn<(address: string, request: RequestInit) => Promise<Response>>();
  for (const one of given)
    calls.mockResolvedValueOnce(one instanceof Response ? one : Response.json(one, { status: 200 }));
  vi.stubGlobal('fetch', calls);
  return calls;
};

beforeEach(() => {
  auth.set({ status: 'visitor' });
  otherRelease.set(0);
});

test('a row of a list that a later release writes costs this row, and one unknown part costs this part', async () => {
  answer({ items: [aParcelCard(), { ...aParcelCard({ id: 'p2' }), size: 'huge' }], next: 'n' });
  expect(await search.searchParcels()).toEqual({ items: [aParcelCard()], next: 'n' });
  answer({ items: [{ ...aTripCard(), transport: 'bicycle' }] });
  const { transport: _transport, ...trip } = aTripCard();
  expect(await search.searchTrips()).toEqual({ items: [trip] });
  const { situation } = aParcel();
  answer({ ...aParcel(), situation: { ...situation, acts: [...(situation?.acts ?? []), { name: 'insureParcel' }] } });
  expect(await parcels.readParcel({ params })).toEqual(aParcel());
  expect(otherRelease.get()).toBe(3);
});

test('a reply of this release brings no news of another one', async () => {
  answer({ ...aTrip(), addedByALaterRelease: true });
  expect(await trips.readTrip({ params: { tripId: 't1' } })).toEqual(aTrip());
  expect(otherRelease.get()).toBe(0);
});

test('a page that cannot be read says that the site has changed, and does not ask again by itself', async () => {
  const calls = answer({ ...aParcel(), size: 'huge' });
  const problem = await said(parcels.readParcel({ params }));
  expect(problem).toMatchObject({ code: 'OTHER_RELEASE', title: 'Nouvelle version du site' });
  expect(calls).toHaveBeenCalledOnce();
  expect(otherRelease.get()).toBe(1);
});

test('an act whose reply cannot be read has happened', async () => {
  answer({ ...aParcel(), size: 'huge' });
  const done = await parcels.pauseParcel({ params, version: 1 });
  expect(done).toMatchObject({ id: aParcel().id, size: 'huge' });
  expect(otherRelease.get()).toBe(1);
});

test('an answer that breaks off is asked for again with the same key, as one that never came', async () => {
  const calls = answer(new Response('{"id": "p'), aParcel());
  expect(await parcels.publishParcel({ body: body() })).toEqual(aParcel());
  const keys = calls.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'));
  expect(new Set(keys).size).toBe(1);
  expect(keys).toHaveLength(2);
});

test.each([
  ['lost', () => new Response('{"id"')],
  ['a 503 of the gateway', () => new Response('', { status: 503 })],
  ['that the service is not available', () => responseOf(problemAnswer(new Refusal('UNAVAILABLE')))],
  ['that another try is running', () => responseOf(problemAnswer(new Refusal('IN_PROGRESS')))],
])('no title denies an act that may have happened: its answers are %s', async (_, answered) => {
  answer(answered(), answered(), answered());
  const problem = await said(parcels.publishParcel({ body: body() }));
  expect(problem?.isUncertain).toBe(true);
  expect(failed('Colis non publié', problem).title).not.toBe('Colis non publié');
});

test('an act that never left, a query, and a refusal keep the title of their page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const offline = await said(parcels.publishParcel({ body: body() }));
  vi.restoreAllMocks();
  answer(...[1, 2, 3].map(() => responseOf(problemAnswer(new Refusal('UNAVAILABLE')))));
  const query = await said(parcels.readParcel({ params }));
  answer(responseOf(problemAnswer(new Refusal('LIMIT'))));
  const refused = await said(parcels.publishParcel({ body: body() }));
  for (const problem of [offline, query, refused]) expect(failed('Non publié', problem).title).toBe('Non publié');
});

test('a new password whose answer is lost goes on by itself, whatever else reports the end of the session', async () => {
  const session = { status: 'member', kind: 'tab', memberId: 'm' } as const;
  auth.set(session);
  const calls = vi.fn<(address: string) => Promise<Response>>(async (address) => {
    if (!address.endsWith('/me/password')) return responseOf(problemAnswer(new Refusal('SESSION_REVOKED')));
    if (calls.mock.calls.filter(([asked]) => asked === address).length > 1) return new Response(null, { status: 204 });
    // The socket has closed in between, and the page reads the account again.
    void said(clientOf(accountRoutes).readMe());
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('fetch', calls);
  const passwords = { current: 'Ancien-2026', password: 'Nouveau-2026' };
  await clientOf(accountRoutes).changePassword({ body: passwords });
  expect(auth.get()).toBe(session);
});

test.each([
  ['a field that the server does not take', new Refusal('OTHER_RELEASE')],
  ['a field that this page does not have', new Refusal('INVALID', undefined, { fields: { insurance: 'Requis' } })],
  ['a part that this page does not have', new Refusal('INVALID', undefined, { fields: { 'pickup.street': 'Requis' } })],
  ['a header that this page does not send', new Refusal('VERSION_REQUIRED')],
])('a refusal of %s is told as another release, under no field', async (_, refused) => {
  fakeApi({ publishParcel: () => refused });
  const problem = await said(parcels.publishParcel({ body: body() }));
  expect(problem).toMatchObject({ code: 'OTHER_RELEASE', fields: {} });
  expect(problem?.detail).toMatch(/Rechargez la page/);
  expect(otherRelease.get()).toBe(1);
});

test('a refusal of what was typed stays with its field', async () => {
  const fields = { title: 'Le titre du colis est requis', 'pickup.city': 'La ville est requise' };
  fakeApi({ publishParcel: () => new Refusal('INVALID', undefined, { fields }) });
  expect(await said(parcels.publishParcel({ body: body() }))).toMatchObject({ code: 'INVALID', fields });
  expect(otherRelease.get()).toBe(0);
});
