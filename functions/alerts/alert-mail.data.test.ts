import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { compose } from '#functions/mail/compose.ts';
import type { Mails } from '#functions/mail/mails.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { showListing } from '#functions/search/index/listings.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { When } from '#shared/alerts/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { anAlert, aProfileRecord, aTripRecord, oran, paris } from '#test/support/factories.ts';
import { put, tableWith } from '#test/support/pipeline.ts';
import { itemsIn } from '#test/support/table.ts';
import { mailTimeOf } from './alert-mail.ts';
import { notifyOf } from './notify.ts';
import { alertItem } from './repository.ts';

const start = Date.parse('2026-11-20T10:20:00.000Z');
const atHour = Date.parse('2026-11-20T11:00:00.000Z');

/** Amel with an alert for trips from Paris to Oran. */
async function amelsMorning(when: When = 'now') {
  const person = (id: string, facts: Partial<ProfileRecord> = {}) =>
    profileItem(aProfileRecord({ id, firstName: 'Amel', emailConfirmedAt: '2026-01-01T00:00:00.000Z', ...facts }));
  const table = await tableWith([
    person('owner'),
    person('amel'),
    alertItem('amel', anAlert({ from: paris, to: oran, when, until: '2027-05-01' })),
  ]);
  let now = start;
  const deps = { table, now: () => (now += 1), newId: randomUUID, queueNotice: async () => {} };
  const change = async (id: string, facts: Partial<TripRecord> = {}) => {
    const trip = {
      id,
      ownerId: 'owner',
      depart: paris,
      arrival: oran,
      status: 'active',
      adminStatus: 'approved',
    } as const;
    await put(table, tripItem(aTripRecord({ ...trip, travelDate: '2026-12-12', ...facts })));
    await showListing(table, 'trip', id, start);
  };
  const publish = async (count: number) => {
    for (let at = 0; at < count; at++) {
      await change(`t${at}`);
      await notifyOf(deps, { kind: 'trip', id: `t${at}` });
    }
  };
  const all = async () => (await itemsIn(table)).filter(isMail).map(parseMail);
  return {
    table,
    person,
    change,
    publish,
    run: (at: number) => settleDue(table, at, dueKinds),
    notices: async () => (await all()).filter(({ mail }) => mail === 'alertFound'),
    mails: async () => (await all()).filter(({ mail }) => mail === 'alertsFound'),
    waiting: async () => (await itemsIn(table)).filter((item) => isOfKind(item, 'alertMail')).length,
  };
}

test.each([
  ['now', '2026-11-20T10:20:00.000Z', '2026-11-20T11:00:00.000Z'],
  ['now', '2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z'],
  ['day', '2026-11-20T06:59:59.999Z', '2026-11-20T07:00:00.000Z'],
  ['day', '2026-11-20T07:00:00.000Z', '2026-11-21T07:00:00.000Z'],
  ['day', '2026-11-20T23:30:00.000Z', '2026-11-21T07:00:00.000Z'],
] as const)('the mail of an alert « %s » at %s goes at %s', (when, now, mailAt) => {
  expect(new Date(mailTimeOf(when, Date.parse(now))).toISOString()).toBe(mailAt);
});

test('twelve listings are one mail, with ten of them, and not before its hour', async () => {
  const { publish, run, mails, notices, waiting } = await amelsMorning();
  await publish(12);
  expect(await notices()).toHaveLength(12);
  expect([await run(atHour - minuteMs), await mails()]).toEqual([0, []]);
  expect(await run(atHour + 5 * minuteMs)).toBe(1);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    state: 'pending',
    memberId: 'amel',
    data: { count: '12', more: '2', listing9Id: 't9' },
  });
  const site = 'https://envoyage.example';
  const { subject, text } = compose('alertsFound', mail?.data as unknown as Mails['alertsFound'], {
    site,
    email: 'amel@example.org',
  });
  expect(subject).toBe('12 annonces pour vos alertes');
  expect(text).toContain(`${site}/find-parcels?tab=trips&trip=t0`);
  expect(text).toContain('… et 2 autres');
  expect([await run(atHour + 10 * minuteMs), await waiting()]).toEqual([0, 0]);
  expect(await mails()).toHaveLength(1);
});

test('one listing is mailed in the words of its notice', async () => {
  const { publish, run, mails, notices } = await amelsMorning();
  await publish(1);
  await run(atHour + minuteMs);
  const to = { site: 'https://envoyage.example', email: 'amel@example.org' };
  const [notice, mail] = [(await notices())[0], (await mails())[0]].map((row) => row?.data);
  expect(compose('alertsFound', mail as unknown as Mails['alertsFound'], to)).toEqual(
    compose('alertFound', notice as unknown as Mails['alertFound'], to),
  );
});

test('read notices, and listings that are no longer visible, are left out; without any there is no mail', async () => {
  const { table, publish, change, run, mails, notices, waiting } = await amelsMorning();
  await publish(2);
  await change('t0', { status: 'cancelled' });
  const read = (await notices()).find(({ data }) => data['listingId'] === 't1');
  const { pk = '', sk = '' } = read ?? {};
  const key = { pk, sk };
  const item = await table.get(key, { consistent: true });
  await put(table, {
    ...item,
    ...key,
    record: { ...(item?.['record'] as object), readAt: '2026-11-20T10:30:00.000Z' },
  });
  await run(atHour + minuteMs);
  expect([await mails(), await waiting()]).toEqual([[], 0]);
});

test.each([
  ['gets no mails', { emailNotifications: false }],
  ['gets no mails of alerts', { noticeChoices: { mail: { alerts: false } } }],
  ['is blocked', { status: 'blocked' }],
  ['is leaving', { leavesOn: '2026-12-01' }],
] as const)('a member who %s by then is not mailed', async (_, facts) => {
  const { table, person, publish, run, mails, waiting } = await amelsMorning();
  await publish(1);
  await put(table, person('amel', facts));
  await run(atHour + minuteMs);
  expect([await mails(), await waiting()]).toEqual([[], 0]);
});

test('the mail leaves out listings of a member who was blocked since', async () => {
  const { table, person, publish, run, mails } = await amelsMorning();
  await publish(1);
  await put(table, person('owner', { status: 'blocked' }));
  await run(atHour + minuteMs);
  expect(await mails()).toEqual([]);
});

test.each([
  ['the owner', keys.blockedBy('amel', 'owner')],
  ['the member', keys.block('amel', 'owner')],
])('the mail leaves out listings where %s has blocked the other since', async (_, row) => {
  const { table, publish, run, mails } = await amelsMorning();
  await publish(1);
  await put(table, { ...row, kind: 'block' });
  await run(atHour + minuteMs);
  expect(await mails()).toEqual([]);
});

test('parallel runs, and a day without the job, mail once', async () => {
  const { publish, run, mails } = await amelsMorning('day');
  await publish(3);
  const late = Date.parse('2026-11-21T07:00:00.000Z') + 20 * hourMs;
  await Promise.all([run(late), run(late), run(late)]);
  expect(await mails()).toHaveLength(1);
});
