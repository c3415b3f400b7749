import { beforeAll, expect, test } from 'vitest';
import type { AdminBank } from '#shared/admin/banks.ts';
import { mostBanks } from '#shared/banks/rules.ts';
import { memberIds } from '#test/access/people.ts';
import { aBackOffice } from '#test/support/scenes/back-office.ts';
import { subscriptionFrom } from '#test/support/scenes/subscription-from.ts';

const { A: administrator, RA: rootAdmin } = memberIds;
const account = { bankName: 'Banque de la rive', iban: 'FR76 3000 6000 0112 3456 7890 189', accountHolder: 'La Rive' };

/** The bank accounts of a product with a root administrator and another administrator. */
async function house() {
  const office = await aBackOffice();
  const { asPrincipal } = office;
  const add = async (facts: object = {}) =>
    (await asPrincipal('createBank', { body: { ...account, ...facts } })).body as AdminBank;
  const listed = async () => (await asPrincipal('adminBanks')).body['items'] as AdminBank[];
  return { ...office, add, listed };
}

let shared: Awaited<ReturnType<typeof house>>;
beforeAll(async () => {
  shared = await house();
});

test('visitors read the accounts, newest first, with their number as stored and without the notes', async () => {
  const { site, add } = await house();
  await add({ notes: 'Clôture en mars' });
  await add({ bankName: 'Poste', iban: '1234567 clé 89', bic: 'bkcp dz al', address: '1 rue du Port\nAlger' });
  const answer = await site('banks', '');
  expect(answer.body).toEqual({
    items: [
      {
        id: expect.any(String),
        bankName: 'Poste',
        iban: '1234567 clé 89',
        accountHolder: 'La Rive',
        bic: 'BKCPDZAL',
        address: '1 rue du Port\nAlger',
      },
      { id: expect.any(String), ...account, iban: 'FR7630006000011234567890189' },
    ],
  });
  expect(answer.headers).toMatchObject({ 'cache-control': expect.stringContaining('s-maxage=1') });
});

const offered = { price: { amount: 500_000, currency: 'DZD' }, months: 12, checkHours: 24 };

test('without a day the offer is free, and names none', async () => {
  expect((await shared.site('subscriptionInfo', '')).body).toEqual({ ...offered, isFree: true });
});

test.each([
  ['2000-01-01', false],
  ['2999-01-01', true],
])('from %s on the offer costs something: free today is %s', async (from, isFree) => {
  subscriptionFrom(from);
  expect((await shared.site('subscriptionInfo', '')).body).toEqual({ ...offered, from, isFree });
});

test('an account changes for who saw its current version only', async () => {
  const { asPrincipal, add, listed } = shared;
  const bank = await add({ notes: 'À vérifier' });
  const params = { bankId: bank.id };
  const edited = await asPrincipal('updateBank', {
    params,
    version: 1,
    body: { ...account, accountHolder: 'Le Quai' },
  });
  expect(edited).toMatchObject({ status: 200, body: { accountHolder: 'Le Quai', version: 2 } });
  expect(edited.body).not.toHaveProperty('notes');
  for (const [row, request] of [
    ['updateBank', { params, version: 1, body: account }],
    ['deleteBank', { params, version: 1 }],
  ] as const)
    expect(await asPrincipal(row, request)).toMatchObject({
      status: 412,
      body: { code: 'STALE', current: { accountHolder: 'Le Quai' } },
    });
  expect((await listed()).find(({ id }) => id === bank.id)).toMatchObject({ accountHolder: 'Le Quai' });
  expect((await asPrincipal('deleteBank', { params, version: 2 })).status).toBe(204);
  expect((await listed()).find(({ id }) => id === bank.id)).toBeUndefined();
  expect(await asPrincipal('deleteBank', { params, version: 2 })).toMatchObject({ status: 404 });
});

test('two edits of one version at the same moment: one of them is stored', async () => {
  const { asPrincipal, add, listed } = shared;
  const bank = await add();
  const answers = await Promise.all(
    ['Une', 'Deux'].map((accountHolder) =>
      asPrincipal('updateBank', { params: { bankId: bank.id }, version: 1, body: { ...account, accountHolder } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
  expect((await listed()).find(({ id }) => id === bank.id)).toMatchObject({ version: 2 });
});

test('each change is a line of the log and a mail to every administrator, with both accounts in words', async () => {
  const { asPrincipal, add, log, waiting, deliverWaiting, sent } = await house();
  const bank = await add();
  await asPrincipal('updateBank', {
    params: { bankId: bank.id },
    version: 1,
    body: { ...account, iban: '007 99999 0001234567 89' },
  });
  await asPrincipal('deleteBank', { params: { bankId: bank.id }, version: 2 });
  expect(
    (await log()).map(({ action, targetType, targetId, details }) => [action, targetType, targetId, details]),
  ).toEqual(['deleteBank', 'updateBank', 'createBank'].map((action) => [action, 'bank', bank.id, {}]));
  const rows = await waiting();
  expect(rows.map(({ memberId }) => memberId).sort()).toEqual(
    [administrator, rootAdmin, memberIds.S].flatMap((id) => [id, id, id]).sort(),
  );
  await deliverWaiting();
  const edited = sent.filter(({ subject }) => subject === 'Compte bancaire modifié');
  expect(edited.map(({ to }) => to).sort()).toEqual(['a@example.org', 'ra@example.org', 's@example.org']);
  for (const { text } of edited) {
    expect(text).toContain('RA Membre');
    expect(text).toContain('FR76 3000 6000 0112 3456 7890 189');
    expect(text).toContain('007 99999 0001234567 89');
  }
});

test.each<[what: string, facts: object, field: string]>([
  ['an IBAN with a wrong check', { iban: 'FR7630006000011234567890188' }, 'iban'],
  ['10,000 characters', { iban: '1'.repeat(10_000) }, 'iban'],
  ['no digit', { iban: 'mon compte' }, 'iban'],
  ['a blank bank', { bankName: ' ' }, 'bankName'],
  ['a holder of two lines', { accountHolder: 'Rive\nRive' }, 'accountHolder'],
  ['half a BIC', { bic: 'BKCP' }, 'bic'],
  ['201 characters of notes', { notes: 'x'.repeat(201) }, 'notes'],
])('%s is refused at its field', async (_, facts, field) => {
  const { asPrincipal } = shared;
  expect(await asPrincipal('createBank', { body: { ...account, ...facts } })).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { [field]: expect.any(String) } },
  });
});

test('a twenty-first account is refused with the limit', async () => {
  const { asPrincipal, add, listed } = await house();
  for (let count = 0; count < mostBanks; count++) await add();
  expect(await asPrincipal('createBank', { body: account })).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  expect(await listed()).toHaveLength(mostBanks);
});
