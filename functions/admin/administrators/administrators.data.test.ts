import { expect, test } from 'vitest';
import { mail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { followAdministrator, followConfirmation } from '#functions/stream/dispatcher/administrators.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { amina } from '#test/support/accounts.ts';
import { emailLockOf } from '#test/support/world/email-lock.ts';
import { aWorld } from '#test/support/world/world.ts';

const { A: second, RA: rootAdmin, D: inactive, M: member } = memberIds;

/** The root administrator, an active and an inactive administrator, and a confirmed and a blocked member. */
async function house() {
  const people = ['RA', 'A', 'D', 'M', 'B'] as const;
  const world = await aWorld({ people, items: people.map((role) => emailLockOf(aProfile(role))) });
  const { table, profiles, call: admin, visitor, linkToken } = world;
  const groups: string[] = [];
  const told: string[] = [];
  const dispatcher = {
    ...world.deps,
    identity: {
      addToGroup: async (id: string) => void groups.push(`join ${id}`),
      removeFromGroup: async (id: string) => void groups.push(`leave ${id}`),
    },
    sockets: { send: async ({ event }: { event: { type: string } }) => void told.push(event.type) },
  };
  const mailed = async () =>
    (await world.mails())
      .filter(({ mail }) => mail.startsWith('administrator'))
      .map(({ mail, memberId, data }) => `${mail} ${memberId} ${data['change'] ?? data['email']}`)
      .toSorted();
  const notices = async (id: string) =>
    (await world.mails()).flatMap(({ mail: name, memberId }) => (memberId === id ? [name] : [])).toSorted();
  const asRoot = (name: 'deactivateAdministrator' | 'reactivateAdministrator' | 'deleteAdministrator', id: string) =>
    admin(name, rootAdmin, { params: { administratorId: id } });
  const invite = (email: string) => admin('addAdministrator', rootAdmin, { body: { email } });
  const list = async () => (await world.as(rootAdmin).administrators()).body.items;
  const stateOf = async (email: string) => (await list()).find((one) => one.email === email)?.state;
  /** Signs up; `confirm` follows the link and lets the dispatcher see the change of the profile. */
  const signUp = async (account: Omit<typeof amina, 'firstName'> & { firstName: string } = amina) => {
    const { userId, proof } = await visitor('signUp', account);
    const token = linkToken();
    const item = () => table.get(keys.profile(userId), { consistent: true });
    const confirm = async () => {
      const before = await item();
      await visitor('confirmEmail', { token, proof });
      const after = (await item()) ?? {};
      const follow = () => followConfirmation(before, after, dispatcher);
      await follow();
      return follow;
    };
    return { userId, token, confirm };
  };
  const ends = (id: string) => profiles.read(id).then((profile) => profile?.tokensValidAfter);
  return {
    ...world,
    admin,
    dispatcher,
    groups,
    told,
    logged: world.log,
    mailed,
    notices,
    asRoot,
    invite,
    list,
    stateOf,
    signUp,
    ends,
  };
}

test('every administrator reads the list, newest first; only the root administrator changes it', async () => {
  const { admin, list } = await house();
  expect(await admin('administrators', second, { asAdmin: true })).toMatchObject({ status: 200 });
  expect((await list()).map(({ email, state, isRootAdmin }) => [email, state, isRootAdmin])).toEqual([
    ['d@example.org', 'inactive', false],
    ['a@example.org', 'active', false],
    ['ra@example.org', 'active', true],
  ]);
  const asSecond = { asAdmin: true, params: { administratorId: inactive }, body: { email: 'x@example.org' } } as const;
  expect(await admin('addAdministrator', second, asSecond)).toMatchObject({ status: 403 });
  const { body: _none, ...aboutOne } = asSecond;
  for (const name of ['deactivateAdministrator', 'reactivateAdministrator', 'deleteAdministrator'] as const)
    expect(await admin(name, second, aboutOne)).toMatchObject({
      status: 403,
      body: { code: 'ROOT_ADMIN_REQUIRED' },
    });
});

test('a confirmed member becomes administrator at once, whatever the capitals and blanks of the address', async () => {
  const { invite, stateOf, profiles, logged, mailed, dispatcher, groups, told, admin, table } = await house();
  expect(await invite('  M@Example.ORG ')).toMatchObject({
    status: 201,
    body: { id: member, email: 'm@example.org', state: 'active' },
  });
  expect(await stateOf('m@example.org')).toBe('active');
  expect(await profiles.read(member)).toMatchObject({ isAdmin: true, version: 2 });
  expect(await logged()).toMatchObject([
    {
      action: 'addAdministrator',
      targetType: 'administrator',
      targetId: member,
      admin: { id: rootAdmin },
      details: {},
    },
  ]);
  expect(await mailed()).toEqual([
    `administratorRights ${member} active`,
    `administratorsChanged ${rootAdmin} addAdministrator`,
  ]);
  // The next token brings the group, and with it the rights.
  await followAdministrator(await table.get(keys.administrator(member)), dispatcher);
  expect([groups, told]).toEqual([[`join ${member}`], ['rights.changed']]);
  expect(await admin('adminStatistics', member, { asAdmin: true })).toMatchObject({ status: 200 });
});

test.each([
  ['', 'Email invalide'],
  ['anna', 'Email invalide'],
  ['anna b@example.org', 'Email invalide'],
  ['anna@b@example.org', 'Email invalide'],
  [`${'a'.repeat(120)}@example.org`, 'Cette adresse est trop longue (128 caractères au maximum)'],
])('the address « %s » is refused at its field', async (email, sentence) => {
  const { invite, list } = await house();
  expect(await invite(email)).toMatchObject({ status: 400, body: { fields: { email: sentence } } });
  expect(await list()).toHaveLength(3);
});

test('an address of the list and one of a blocked member are refused, each with its reason', async () => {
  const { invite, list } = await house();
  const refusal = async (email: string) => (await invite(email)).body;
  expect(await refusal('a@example.org')).toMatchObject({
    code: 'ALREADY_ADMINISTRATOR',
    title: 'Erreur',
    detail: 'Cet email est déjà administrateur.',
  });
  expect((await refusal('d@example.org'))['detail']).toMatch(/^Cet email est déjà administrateur\. Réactivez/);
  expect((await refusal('b@example.org'))['detail']).toMatch(/^Ce membre est bloqué/);
  await invite('nouveau@example.org');
  expect((await refusal('nouveau@example.org'))['detail']).toBe('Cet email a déjà reçu une invitation.');
  expect(await list()).toHaveLength(4);
});

test('capitals and blanks hide no address, and that of an account that was deleted gets no rights', async () => {
  const { invite, table, list, asRoot, logged } = await house();
  expect((await invite('  B@Example.ORG '))['body']).toMatchObject({
    detail: expect.stringMatching(/^Ce membre est bloqué/),
  });
  // The account is gone, and its address is not free yet.
  await table.transact([table.remove(keys.profile(member)), table.remove(keys.profile(inactive))]);
  const gone = {
    status: 409,
    body: { title: 'Action impossible', detail: "Le compte de cette adresse n'existe plus." },
  };
  expect(await invite('m@example.org')).toMatchObject(gone);
  expect(await asRoot('reactivateAdministrator', inactive)).toMatchObject(gone);
  expect([(await list()).length, await logged()]).toEqual([3, []]);
  // Once deleted, it is an address like any other, free for the first person who confirms it.
  await table.transact([table.remove(keys.emailLock('m@example.org'))]);
  expect(await invite('m@example.org')).toMatchObject({ status: 201, body: { state: 'invited' } });
});

test('an address without account waits, and its account gets the rights by the confirmation alone', async () => {
  const { invite, stateOf, signUp, profiles, logged, mailed, deliverWaiting, sent, admin } = await house();
  expect(await invite(amina.email)).toMatchObject({ status: 201, body: { state: 'invited' } });
  await deliverWaiting('administratorInvited');
  expect(sent.at(-1)).toMatchObject({ to: amina.email, subject: expect.stringMatching(/^Devenez administrateur/) });
  expect(sent.at(-1)?.text).toContain('https://envoyage.example/register');

  const { userId, confirm } = await signUp();
  expect(await stateOf(amina.email)).toBe('invited');
  const again = await confirm();
  expect(await stateOf(amina.email)).toBe('active');
  expect(await profiles.read(userId)).toMatchObject({ isAdmin: true });
  expect(await admin('adminStatistics', userId, { asAdmin: true })).toMatchObject({ status: 200 });
  await again();
  expect((await logged()).map(({ action, admin, targetId }) => [action, admin.id, targetId])).toEqual(
    expect.arrayContaining([['acceptInvitation', userId, userId]]),
  );
  expect(await logged()).toHaveLength(2);
  expect(await mailed()).toContain(`administratorsChanged ${rootAdmin} acceptInvitation`);
});

test('who signs up with an invited address and cannot confirm it gets nothing, and the owner’s own sign-up all', async () => {
  const { invite, stateOf, signUp, table, dispatcher } = await house();
  const thief = await signUp({ ...amina, firstName: 'Voleur' });
  await invite(amina.email);
  const unconfirmed = await table.get(keys.profile(thief.userId), { consistent: true });
  await followConfirmation(undefined, unconfirmed ?? {}, dispatcher);
  expect(await stateOf(amina.email)).toBe('invited');
  const owner = await signUp();
  await owner.confirm();
  expect(await table.get(keys.administrator(thief.userId))).toBeUndefined();
  expect(await table.get(keys.administrator(owner.userId))).toMatchObject({ status: 'active' });
});

test('a sign-up by the link accepts an invitation too', async () => {
  const { invite, stateOf, signUp, visitor, profiles, table, dispatcher } = await house();
  await invite(amina.email);
  const { token } = await signUp();
  const { firstName, lastName, phone } = amina;
  await visitor('signUpByLink', { token, firstName, lastName, phone, password: 'Traversee42', acceptedTerms: true });
  const id = (await table.get(keys.emailLock(amina.email), { consistent: true }))?.['memberId'] as string;
  const created = await table.get(keys.profile(id), { consistent: true });
  await followConfirmation(undefined, created ?? {}, dispatcher);
  expect(await stateOf(amina.email)).toBe('active');
  expect(await profiles.read(id)).toMatchObject({ isAdmin: true });
});

test('an address that is confirmed while it is being invited becomes administrator at once', async () => {
  const { invite, signUp, table, stateOf } = await house();
  const { userId, confirm } = await signUp();
  const get = table.get.bind(table);
  let isFirst = true;
  // The lock is read, then the member confirms, then the invitation comes too late.
  Object.assign(table, {
    get: async (...args: Parameters<typeof get>) => {
      const item = await get(...args);
      if (isFirst && args[0].pk === keys.emailLock(amina.email).pk) {
        isFirst = false;
        await confirm();
      }
      return item;
    },
  });
  expect(await invite(amina.email)).toMatchObject({ status: 201, body: { id: userId, state: 'active' } });
  expect(await stateOf(amina.email)).toBe('active');
});

test('an invitation ends after seven days, or when it is taken back; its mail is then not sent', async () => {
  const { invite, list, asRoot, clock, signUp, table, deliverWaiting, sent } = await house();
  const { body } = await invite('nouveau@example.org');
  expect(await asRoot('deleteAdministrator', String(body['id']))).toMatchObject({ status: 204 });
  expect(await list()).toHaveLength(3);
  await deliverWaiting('administratorInvited');
  expect(sent).toEqual([]);

  await invite(amina.email);
  clock.now += 7 * dayMs + 1;
  expect(await list()).toHaveLength(3);
  const { userId, confirm } = await signUp();
  await confirm();
  expect(await table.get(keys.administrator(userId))).toBeUndefined();
});

test('deactivated, an administrator has no rights at the next request, and no session', async () => {
  const { asRoot, stateOf, profiles, ends, admin, table, dispatcher, groups, mailed, logged, clock } = await house();
  expect(await asRoot('deactivateAdministrator', second)).toMatchObject({ status: 200, body: { state: 'inactive' } });
  expect(await stateOf('a@example.org')).toBe('inactive');
  expect(await admin('adminStatistics', second, { asAdmin: true })).toMatchObject({ status: 401 });
  expect(await profiles.read(second)).toMatchObject({ isAdmin: false });
  expect(await ends(second)).toBe(Math.floor(clock.now / 1000) + 1);
  await followAdministrator(await table.get(keys.administrator(second)), dispatcher);
  expect(groups).toEqual([`leave ${second}`]);
  expect(await mailed()).toEqual([
    `administratorRights ${second} inactive`,
    `administratorsChanged ${rootAdmin} deactivateAdministrator`,
  ]);
  expect(await logged()).toMatchObject([{ action: 'deactivateAdministrator', targetId: second }]);
  expect(await asRoot('deactivateAdministrator', second)).toMatchObject({ status: 409 });
});

test('an inactive administrator is reactivated, unless they are blocked', async () => {
  const { asRoot, profiles, seed, table, dispatcher, groups } = await house();
  await seed(aProfile('D', { status: 'blocked' }));
  expect(await asRoot('reactivateAdministrator', inactive)).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/^Ce membre est bloqué/) },
  });
  await seed(aProfile('D'));
  expect(await asRoot('reactivateAdministrator', inactive)).toMatchObject({ status: 200, body: { state: 'active' } });
  expect(await profiles.read(inactive)).toMatchObject({ isAdmin: true });
  await followAdministrator(await table.get(keys.administrator(inactive)), dispatcher);
  expect(groups).toEqual([`join ${inactive}`]);
  expect(await asRoot('reactivateAdministrator', second)).toMatchObject({ status: 409 });
});

test('who is no longer an administrator keeps no notice that only administrators get', async () => {
  const { asRoot, table, dispatcher, notices } = await house();
  const facts = { firstName: 'Amel', email: 'd@example.org', otherId: inactive, change: 'deleteAdministrator' };
  const stamp = (id: string) => ({ id, now: dispatcher.now() });
  await table.transact([
    mail(table, 'administratorsChanged', { memberId: second }, facts, stamp('n1')),
    mail(table, 'profileApproved', { memberId: second }, { firstName: 'Amel' }, stamp('n2')),
  ]);
  await followAdministrator(await table.get(keys.administrator(second)), dispatcher);
  expect(await notices(second)).toEqual(['administratorsChanged', 'profileApproved']);
  const row = await table.get(keys.administrator(second));
  await asRoot('deleteAdministrator', second);
  await followAdministrator(row, dispatcher);
  expect(await notices(second)).toEqual(['administratorRights', 'profileApproved']);
});

test('deleted, an administrator is an ordinary member, and may be added again', async () => {
  const { asRoot, invite, list, table, dispatcher, groups, ends } = await house();
  const row = await table.get(keys.administrator(second));
  expect(await asRoot('deleteAdministrator', second)).toMatchObject({ status: 204 });
  expect(await asRoot('deleteAdministrator', inactive)).toMatchObject({ status: 204 });
  await followAdministrator(row, dispatcher);
  expect(groups).toEqual([`leave ${second}`]);
  expect([await ends(second), await ends(inactive)]).toEqual([expect.any(Number), undefined]);
  expect(await asRoot('deleteAdministrator', second)).toMatchObject({ status: 404 });
  expect(await invite('a@example.org')).toMatchObject({ status: 201, body: { id: second, state: 'active' } });
  expect((await table.get(keys.administrator(second)))?.['status']).toBe('active');
  expect(await list()).toHaveLength(2);
});

test('the root administrator is neither deactivated nor deleted, not even by themselves', async () => {
  const { asRoot, stateOf } = await house();
  for (const name of ['deactivateAdministrator', 'reactivateAdministrator', 'deleteAdministrator'] as const)
    expect(await asRoot(name, rootAdmin)).toMatchObject({ status: 409, body: { code: 'ROOT_ADMIN_PROTECTED' } });
  expect(await stateOf('ra@example.org')).toBe('active');
});
