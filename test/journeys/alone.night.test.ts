import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RightsReport } from '#infra/local/iam/access.ts';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { visit } from '../support/browser.ts';
import { openBrowser } from '../support/e2e.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  inDays,
  joined,
  type Mail,
  mailTo,
  password,
  photo,
  type Traveller,
  tokenMailedTo,
  until,
} from '../support/journey.ts';
import { type LocalStack, startLocal } from '../support/local-stack.ts';
import { aBrowser } from '../support/push/browser.ts';
import { expectReadable } from '../support/readable.ts';

/**
 * Tests that would disturb the other journeys have their own stack: the clock moves, the database fails. Here every
 * limit counts, and an instance of a function takes one call at a time, as in the cloud.
 */
let stack: LocalStack;
beforeAll(async () => {
  stack = await startLocal({ limits: true, oneCallEach: true, demo: false });
});
afterAll(() => stack.stop());
const person = openBrowser(() => stack.origin);

const day = 86_400;
const rightsOf = async (site: SiteClient): Promise<RightsReport> => (await site.local('rights')).json();

const tooMany = /^Trop de tentatives\. Veuillez attendre (?:une minute|\d+ minutes)\.$/;

test('the sixth message of an hour from one mailbox waits, over HTTP and on the screen, and its text stays', async () => {
  const site = openSite(stack.origin);
  const body = {
    name: 'Visiteur',
    email: 'visiteur@example.org',
    topic: 'payment' as const,
    message: 'Comment payer ?',
  };
  const send = () => site.visitor.call('contactUs', { body: { ...body, message: randomUUID() } });
  for (let turn = 0; turn < 5; turn++) expect((await send()).status).toBe(202);
  const refused = await send();
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY', detail: expect.stringMatching(tooMany) } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  const { page } = await person('phone');
  await visit(page, '/contact');
  await page.getByLabel(/^Nom/).fill(body.name);
  await page.getByLabel(/^Email/).fill(body.email);
  await page.getByLabel(/^Sujet/).selectOption(body.topic);
  await page.getByLabel(/^Message/).fill(body.message);
  await page.getByRole('button', { name: 'Envoyer le message' }).click();
  await page
    .getByText(/Trop de tentatives/)
    .first()
    .waitFor();
  expect(await page.getByLabel(/^Message/).inputValue()).toBe(body.message);
});

test('links expire after 24 hours, and say so', async () => {
  const site = openSite(stack.origin);
  const member = await joined(site, 'Tardif');
  await site.visitor.ok('forgotPassword', { body: { email: member.email } });
  const token = await tokenMailedTo(site, member.email, /reset-password/);
  await site.local('clock', { offsetSeconds: 24 * 3600 + 60 });
  try {
    expect(await site.visitor.ok('checkResetToken', { body: { token } })).toEqual({ state: 'expired' });
    expect(await site.visitor.call('resetPassword', { body: { token, password: 'Nouveau-mot-2026' } })).toMatchObject({
      status: 410,
      body: { code: 'EXPIRED_LINK' },
    });
    expect((await member.caller.call('readMe')).status).toBe(401);
  } finally {
    await site.local('clock', { offsetSeconds: 0 });
  }
});

test('who signs in with a new password is still in once every token of that moment has run out', async () => {
  const site = openSite(stack.origin);
  const { caller, email } = await joined(site, 'Durable');
  await caller.ok('changePassword', { body: { current: password, password: 'Traversee-2027' } });
  const again = await until('a session of the new password', async () => {
    const member = await site.member(email, 'Traversee-2027');
    return (await member.call('readMe')).status === 200 && member;
  });
  // By then the effects of the change have happened.
  await mailTo(site, email, /mot de passe a été modifié/);
  await site.local('clock', { offsetSeconds: 16 * 60 });
  try {
    expect((await again.call('readMe')).status).toBe(401);
    const renewed = site.as(await site.refresh(again));
    expect(await renewed.ok('readMe')).toMatchObject({ email });
  } finally {
    await site.local('clock', { offsetSeconds: 0 });
  }
});

test('who holds a stolen session guesses at the password five times an hour', async () => {
  const site = openSite(stack.origin);
  const { caller } = await joined(site, 'Volee');
  const guess = (current: string) => caller.call('changePassword', { body: { current, password: 'Traversee-2027' } });
  for (let turn = 0; turn < 5; turn++) {
    expect(await guess(`Devine-${turn}`)).toMatchObject({
      status: 400,
      body: { fields: { current: expect.any(String) } },
    });
  }
  expect(await guess(password)).toMatchObject({
    status: 429,
    body: { code: 'TOO_MANY', detail: expect.stringMatching(tooMany) },
  });
  expect((await caller.call('readMe')).status).toBe(200);
});

test('an archive arrives, an account ends, and no function was refused a right on the way', async () => {
  const site = openSite(stack.origin);
  const { caller, email } = await joined(site, 'Partante', await administrator(site, stack.dataFolder));
  await caller.ok('publishParcel', { body: aParcelToPublish('Avant le départ') });
  await caller.ok('deleteMe', { body: { password } });
  const end = 14 * day;
  const later = (seconds: number) => site.local('clock', { offsetSeconds: seconds });
  try {
    // Asked for in the last hours, so that the end of the account finds it.
    await later(end - 4 * 3600);
    const leaver = await site.member(email, password);
    await leaver.ok('exportMyData');
    await later(end - 4 * 3600 + 6 * 60);
    const { text } = await mailTo(site, email, /Vos données sont prêtes/);
    const [, archive = ''] = /archive=([\w-]+)/.exec(text) ?? [];
    const { parts = [] } = await leaver.ok('myExport', { query: { archive } });
    expect((await fetch(parts[0]?.url ?? '')).status).toBe(200);

    await later(end + 6 * 60);
    await mailTo(site, email, /Votre compte est supprimé/);
    await later(end + 12 * 60);
    await until('the archive is erased with the account', async () => {
      const { used } = await rightsOf(site);
      return used.includes('account-deletion: s3:DeleteObject on envoyage-dev-files-private/exports/*');
    });
    // The second look comes an hour after the first.
    await later(end + 2 * 3600);
  } finally {
    await later(0);
  }
  expect((await rightsOf(site)).refused).toEqual([]);
});

test('one press in a mail ends the mails of alerts, not the notices; after the account nothing is sent any more', async () => {
  const site = openSite(stack.origin);
  const admin = await administrator(site, stack.dataFolder);
  const [{ caller, email }, traveller] = [await joined(site, 'Alertee', admin), await joined(site, 'Passante', admin)];
  const device = aBrowser();
  await caller.ok('addPushDevice', { body: device.subscription });
  await caller.ok('addAlert', { body: { kind: 'trip', from: { countryCode: 'FR' }, when: 'now' } });
  /** Moves the clock, with a new session of the member: the one before has run out. */
  const later = async (seconds: number) => {
    await site.local('clock', { offsetSeconds: seconds });
    return site.member(email, password);
  };
  const approved = async () => {
    const by = await site.member(traveller.email, password);
    const { id, version } = await by.ok('publishTrip', { body: { ...aTripToPublish(), travelDate: inDays(60) } });
    const judge = await administrator(site, stack.dataFolder);
    await judge.ok('approveTrip', { params: { tripId: id }, version });
  };
  const found = async <T>(list: string) => (await (await site.local(list)).json()) as T[];
  const mails = async () =>
    (await found<Mail>(`mail?to=${encodeURIComponent(email)}`)).filter(({ headers }) => headers?.['list-unsubscribe']);
  const pushes = async () =>
    (await found<{ endpoint: string }>('pushes')).filter(({ endpoint }) => endpoint === device.subscription.endpoint);
  const alertsTold = async (by: Caller) =>
    (await by.ok('myNotices', { query: {} })).items.filter(({ group }) => group === 'alerts').length;
  try {
    await approved();
    await until('the alert is in the list', async () => (await alertsTold(caller)) === 1);
    const back = await later(3600);
    const [mail] = await until('the mail of the alert', async () =>
      (await mails()).length === 1 ? mails() : undefined,
    );
    const [, stop = ''] = /<(.*)>/.exec(mail?.headers?.['list-unsubscribe'] ?? '') ?? [];
    const answer = await fetch(stop, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Vous ne recevez plus')]);
    await approved();
    await until('the second trip is in the list', async () => (await alertsTold(back)) === 2);
    await until('the device was knocked on twice', async () => (await pushes()).length === 2);
    const leaving = await later(2 * 3600 + 600);
    await leaving.ok('deleteMe', { body: { password } });
    await site.local('clock', { offsetSeconds: 15 * day });
    await mailTo(site, email, /Votre compte est supprimé/);
    await approved();
    await mailTo(site, traveller.email, /votre trajet/i);
    await site.local('clock', { offsetSeconds: 15 * day + 2 * 3600 });
    expect([(await mails()).length, (await pushes()).length]).toEqual([1, 2]);
  } finally {
    await site.local('clock', { offsetSeconds: 0 });
  }
});

let patient: Promise<Traveller> | undefined;
/** One member of all failures of the database: an address may sign up five times an hour. */
const thePatient = (site: SiteClient) =>
  (patient ??= administrator(site, stack.dataFolder).then((admin) => joined(site, 'Panne', admin)));

test('a stopped database is a 503 that says when to come back, and nothing acknowledged is lost', async () => {
  const site = openSite(stack.origin);
  const { caller } = await thePatient(site);
  const before = await caller.ok('publishParcel', { body: aParcelToPublish('Avant la panne') });
  await site.local('faults', { service: 'dynamodb', mode: 'stopped' });
  try {
    const down = await caller.call('myParcels');
    expect(down.status).toBe(503);
    expect(Number(down.headers.get('retry-after'))).toBeGreaterThan(0);
    expectReadable(
      await caller.call('publishParcel', { body: aParcelToPublish('Pendant la panne') }),
      503,
      'UNAVAILABLE',
    );
  } finally {
    await site.local('faults', { service: 'dynamodb', mode: 'running' });
  }
  const back = Date.now();
  await until('the product answers again', async () => (await caller.call('myParcels')).status === 200);
  expect(Date.now() - back).toBeLessThan(5000);
  const titles = (await caller.ok('myParcels')).items.map(({ title }) => title);
  expect(titles).toContain(before.title);
  expect(titles).not.toContain('Pendant la panne');
});

const titlesOf = async ({ caller }: Traveller) => (await caller.ok('myParcels')).items.map(({ title }) => title);

test('while the table is throttled an act is refused in plain words, and sent again it happens once', async () => {
  const site = openSite(stack.origin);
  const member = await thePatient(site);
  const key = randomUUID();
  const publish = () => member.caller.call('publishParcel', { body: aParcelToPublish('Sous la presse') }, { key });
  await site.local('faults', { service: 'dynamodb', mode: 'throttled' });
  try {
    const refused = await publish();
    expectReadable(refused, 503, 'UNAVAILABLE');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await site.local('faults', { service: 'dynamodb', mode: 'running' });
  }
  expect((await publish()).status).toBe(201);
  expect((await publish()).status).toBe(201);
  expect((await titlesOf(member)).filter((title) => title === 'Sous la presse')).toHaveLength(1);
});

test('a job that met a throttled table is called again, and does its work', async () => {
  const site = openSite(stack.origin);
  const { caller, email } = await thePatient(site);
  await caller.ok('exportMyData');
  await site.local('faults', { service: 'dynamodb', mode: 'throttled' });
  try {
    // The move lasts until the first tries have failed; by the clock the next start is five minutes away.
    await site.local('clock', { offsetSeconds: 6 * 60 });
    await site.local('faults', { service: 'dynamodb', mode: 'running' });
    expect(await mailTo(site, email, /Vos données sont prêtes/)).toBeDefined();
  } finally {
    await site.local('faults', { service: 'dynamodb', mode: 'running' });
    await site.local('clock', { offsetSeconds: 0 });
  }
});

test('among conflicts every act arrives once, and what a late index does not show yet comes', async () => {
  const site = openSite(stack.origin);
  const member = await thePatient(site);
  const publish = (title: string) => member.caller.ok('publishParcel', { body: aParcelToPublish(title) });
  const contested = ['Contesté un', 'Contesté deux', 'Contesté trois'];
  try {
    await site.local('faults', { service: 'dynamodb', mode: 'conflicts', share: 0.5 });
    for (const title of contested) await publish(title);
    expect((await titlesOf(member)).filter((title) => contested.includes(title)).toSorted()).toEqual(
      contested.toSorted(),
    );
    await site.local('faults', { service: 'dynamodb', mode: 'lateIndexes', milliseconds: 2000 });
    await publish('En retard');
    expect(await titlesOf(member)).not.toContain('En retard');
    await until('the late index shows it', async () => (await titlesOf(member)).includes('En retard'));
  } finally {
    await site.local('faults', { service: 'dynamodb', mode: 'running' });
  }
  expect((await titlesOf(member)).filter((title) => title === 'En retard')).toHaveLength(1);
});

/** Each walk has its own day, because a member who was notified of one is not notified again. */
let walks = 0;

test('free, announced, due: who has paid goes on, who has not waits, and both are told before', async () => {
  const site = openSite(stack.origin);
  const admin = await administrator(site, stack.dataFolder);
  const payer = await joined(site, 'Payeuse', admin);
  const idle = await joined(site, 'Attentive', admin);
  const third = await joined(site, 'Tierce', admin);
  const start = 40 + walks++;
  const from = dayOf(Date.now() + start * dayMs);
  const offer = () => site.visitor.ok('subscriptionInfo');
  const publish = ({ caller }: Pick<Traveller, 'caller'>) =>
    caller.call('publishParcel', { body: { ...aParcelToPublish('Au fil des jours'), deadline: inDays(600) } });
  const write = (one: Traveller, { userId }: Traveller) =>
    one.caller.call('sendMessage', { body: { recipientId: userId, content: 'Bonjour' } });
  /** Moves the clock, with a new session: the one before has run out. */
  const after = async (days: number, { email, userId }: Traveller): Promise<Traveller> => {
    await site.local('clock', { offsetSeconds: days * day });
    return { email, userId, caller: await site.member(email, password) };
  };
  const subscriptionOf = async ({ caller }: Traveller) => {
    const me = await caller.ok('readMe');
    return 'subscription' in me ? me.subscription : undefined;
  };
  try {
    expect(await offer()).toMatchObject({ isFree: true });
    expect(await offer()).not.toHaveProperty('from');
    for (const one of [payer, idle]) expect((await publish(one)).status).toBe(201);
    expect((await write(idle, third)).status).toBe(201);

    await site.local('subscription', { from });
    await until('the day is told', async () => (await offer()).from === from);
    expect(await offer()).toMatchObject({ isFree: true, from });
    expect(await subscriptionOf(idle)).toEqual({ status: 'none' });
    expect((await publish(idle)).status).toBe(201);
    const uploadId = await site.upload(photo(), (body) => payer.caller.ok('requestReceiptUpload', { body }));
    const { id: receiptId } = await until('the proof is scanned', async () => {
      const sent = await payer.caller.call('sendReceipt', { body: { uploadId } });
      return sent.status === 201 && (sent.body as { id: string });
    });
    await admin.ok('approveReceipt', { params: { receiptId }, version: 1 });

    for (const [days, left] of [
      [start - 30, 30],
      [start - 7, 7],
    ] as const) {
      const waiting = await after(days, idle);
      await mailTo(site, idle.email, new RegExp(`À partir du .*, dans ${left} jours, publier`));
      expect(await subscriptionOf(waiting)).toMatchObject({
        status: 'none',
        coming: { kind: 'start', day: from, left },
      });
      expect((await publish(waiting)).status).toBe(201);
    }

    const due = await after(start, idle);
    await mailTo(site, idle.email, /Depuis aujourd'hui, .* demandent un abonnement en cours/);
    await until('a subscription is needed', async () => !(await offer()).isFree);
    expect(await subscriptionOf(due)).toMatchObject({ status: 'none', suspended: true });
    expectReadable(await publish(due), 403, 'SUBSCRIPTION_NEEDED');
    expectReadable(await write(due, payer), 403, 'SUBSCRIPTION_NEEDED');
    expect((await write(due, third)).status).toBe(201);
    const paid = await after(start, payer);
    expect(await subscriptionOf(paid)).toMatchObject({ status: 'active' });
    expect((await publish(paid)).status).toBe(201);
    expect((await write(paid, third)).status).toBe(201);

    const ending = await after(365 - 30, payer);
    const { text } = await mailTo(site, payer.email, /Votre abonnement se termine le .*, dans 30 jours/);
    expect(text).not.toContain('À partir du');
    expect(await subscriptionOf(ending)).toMatchObject({ status: 'active', coming: { kind: 'end', left: 30 } });
    const ended = await after(366, payer);
    expect(await subscriptionOf(ended)).toMatchObject({ status: 'expired', suspended: true });
    expectReadable(await publish(ended), 403, 'SUBSCRIPTION_NEEDED');
  } finally {
    await site.local('subscription', { from: '' });
    await site.local('clock', { offsetSeconds: 0 });
  }
});
