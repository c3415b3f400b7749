import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { wordsOf } from '#functions/mail/compose.ts';
import { isMail } from '#functions/mail/outbox.ts';
import { reportItem } from '#functions/reports/repository.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aParcel, aProfile, aTrip, memberIds, now } from '#test/access/people.ts';
import { aCard, aReportRecord } from '#test/support/factories.ts';
import { itemsIn } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const { A: first, RA: second, P: waiting, M: member } = memberIds;
const document = { uploadId: randomUUID(), key: 'documents/u.png', contentType: 'image/png', at: '' } as const;
const reason = 'Le nom ne correspond pas.';
const [parcel, trip] = [aParcel(901, 'M', { adminStatus: 'pending' }), aTrip(902, 'M', { adminStatus: 'pending' })];
const yesterday = dayOf(now - dayMs);
const past = {
  parcel: aParcel(903, 'M', { adminStatus: 'pending', deadline: yesterday }),
  trip: aTrip(904, 'M', { adminStatus: 'pending', travelDate: yesterday }),
};

/** Two administrators before a profile, a name, parcels and trips that wait. */
async function aDesk() {
  const newName = { firstName: 'Nora', lastName: 'Ziani', at: '2026-11-20T10:00:00.000Z', idDocument: document };
  const people = [aProfile('P', { idDocument: document }), aProfile('M', { newName })];
  const items = [parcel, past.parcel, trip, past.trip];
  return aWorld({ people: ['A', 'RA', ...people], items, start: now });
}

test.each([
  ['approveProfile', 'rejectProfile', { userId: waiting }],
  ['rejectProfile', 'approveProfile', { userId: waiting }],
  ['blockProfile', 'blockProfile', { userId: waiting }],
  ['approveName', 'refuseName', { userId: member }],
  ['approveParcel', 'rejectParcel', { parcelId: parcel.id }],
  ['approveTrip', 'rejectTrip', { tripId: trip.id }],
] as const)(
  'after %s, the %s of the other administrator is told so and changes nothing',
  async (done, late, params) => {
    const { table, call } = await aDesk();
    const act = (name: typeof done | typeof late, by: string) =>
      call(name, by, {
        asAdmin: true,
        params,
        version: 1,
        ...(name.startsWith('approve') ? {} : { body: { reason } }),
      });
    expect((await act(done, first)).status).toBe(200);
    const before = await itemsIn(table);
    expect(await act(late, second)).toMatchObject({
      status: 409,
      body: {
        code: 'ALREADY_DECIDED',
        title: 'Déjà traité',
        detail: 'Cet élément a déjà été traité.',
        current: { version: 2 },
      },
    });
    // The proof of the second one's own session.
    const others = (items: typeof before) => items.filter(({ sk }) => !String(sk).startsWith('SF#'));
    expect(others(await itemsIn(table))).toEqual(others(before));
  },
);

test.each([
  ['Parcel', { parcelId: past.parcel.id }],
  ['Trip', { tripId: past.trip.id }],
] as const)('a %s whose day is over is not approved, since nobody would find it, but refused', async (kind, params) => {
  const { table, call } = await aDesk();
  const act = (name: `${'approve' | 'reject'}${typeof kind}`, body?: object) =>
    call(name, first, { asAdmin: true, params, version: 1, ...(body ? { body } : {}) });
  expect(await act(`approve${kind}`)).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED', title: 'Décision impossible', detail: expect.stringContaining('est passée') },
  });
  // An approval causes no mail.
  expect((await itemsIn(table)).filter((item) => isMail(item) || item['kind'] === 'log')).toEqual([]);
  expect((await act(`reject${kind}`, { reason })).status).toBe(200);
});

const online = { parcel: aParcel(905, 'M'), trip: aTrip(906, 'M') };

test.each([
  ['rejectParcel', { parcelId: online.parcel.id }, 'parcelRejected'],
  ['rejectTrip', { tripId: online.trip.id }, 'tripRejected'],
] as const)('%s takes an approved listing out of the search, and its owner reads why', async (name, params, mail) => {
  const world = await aWorld({ people: ['A', 'RA', 'M'], items: [online.parcel, online.trip], start: now });
  const sendBack = (by: string, version: number) =>
    world.call(name, by, { asAdmin: true, params, version, body: { reason, term: 'interdits' } });
  expect(await sendBack(first, 1)).toMatchObject({
    status: 200,
    body: { adminStatus: 'rejected', rejectionReason: reason },
  });
  expect(await sendBack(second, 1)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  const about = 'parcelId' in params ? `parcel.${params.parcelId}` : `trip.${params.tripId}`;
  const [line] = await world.log();
  const facts = { reason, wasListed: 'true', origin: 'check', termId: 'interdits' };
  const data = { ...facts, about: `${about}@${line?.id}` };
  expect(await world.mails()).toMatchObject([{ mail, memberId: member, data }]);

  const restore = name === 'rejectParcel' ? 'approveParcel' : 'approveTrip';
  const back = (version: number) => world.call(restore, second, { asAdmin: true, params, version });
  expect(await back(1)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  const restored = await back(2);
  expect(restored).toMatchObject({ status: 200, body: { adminStatus: 'approved' } });
  expect(restored.body).not.toHaveProperty('rejectionReason');
  expect((await world.mails()).map((sent) => sent['mail'])).toContain(mail.replace('Rejected', 'Approved'));
});

const closed = { outcome: 'dismissed', by: first, at: '2026-11-20T10:00:00.000Z' } as const;
const thisParcel = { kind: 'parcel', id: online.parcel.id } as const;
const contested = { kind: 'decision', id: `parcel.${online.parcel.id}` } as const;
test.each([
  ['a waiting report about the listing', { about: thisParcel, accusedId: member }, 'report'],
  [
    'one about another listing of its owner',
    { about: { kind: 'trip', id: online.trip.id }, accusedId: member },
    'check',
  ],
  ['a closed report about it', { about: thisParcel, accusedId: member, status: 'closed', decision: closed }, 'check'],
  ['a report that its owner sent', { about: thisParcel, reporterId: member, accusedId: second }, 'check'],
  ['an objection', { about: contested, accusedId: member }, 'check'],
] as const)('beside %s, the mail of a restriction says that it follows a %o', async (_report, change, origin) => {
  const report = reportItem(aReportRecord(change));
  const world = await aWorld({ people: ['A', 'RA', 'M'], items: [online.parcel, report], start: now });
  const params = { parcelId: online.parcel.id };
  await world.call('rejectParcel', first, { asAdmin: true, params, version: 1, body: { reason } });
  expect(await world.mails()).toMatchObject([{ mail: 'parcelRejected', data: { origin, termId: 'publications' } }]);
});

const carrier = { carrierId: memberIds.O, carrier: aCard({ id: memberIds.O }) };
const engaged = "Un transporteur est engagé : la livraison doit d'abord être terminée, ou clôturée par nous.";
const gone = "Cette annonce n'est plus dans la recherche.";
test.each([
  ['paused', aParcel(907, 'M', { status: 'pending' }), undefined],
  ['half agreed', aParcel(907, 'M', { status: 'accepted_for_delivery', ...carrier }), engaged],
  ['carried', aParcel(907, 'M', { status: 'in_transit', ...carrier }), engaged],
  ['delivered', aParcel(907, 'M', { status: 'delivered', ...carrier }), gone],
  ['past', aTrip(908, 'M', { travelDate: yesterday }), gone],
] as const)('an approved listing that is %s: goes back unless %o', async (_state, listing, detail) => {
  const world = await aWorld({ people: ['A', 'M', 'O'], items: [listing], start: now });
  const [name, params] =
    'deadline' in listing
      ? (['rejectParcel', { parcelId: listing.id }] as const)
      : (['rejectTrip', { tripId: listing.id }] as const);
  const answer = await world.call(name, first, { asAdmin: true, params, version: 1, body: { reason } });
  expect(answer).toMatchObject(detail ? { status: 409, body: { code: 'STATE_CHANGED', detail } } : { status: 200 });
});

test('the mail about the approval of a paused parcel tells how it comes online', async () => {
  const paused = aParcel(905, 'M', { adminStatus: 'pending', status: 'pending' });
  const { call, mails } = await aWorld({ people: ['A', 'M'], items: [paused], start: now });
  const request = { asAdmin: true, params: { parcelId: paused.id }, version: 1 } as const;
  expect((await call('approveParcel', first, request)).status).toBe(200);
  const [sent] = await mails();
  const { subject, paragraphs } = wordsOf('parcelApproved', sent?.data as never, { site: '', email: '' });
  expect([subject, ...paragraphs].join(' ')).toMatch(/Validé, mais en pause.*Reprenez votre annonce/);
  expect([subject, ...paragraphs].join(' ')).not.toMatch(/en ligne|voient maintenant/i);
});
