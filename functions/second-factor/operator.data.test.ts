import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { resetSecondFactor } from '#infra/commands/member.ts';
import { memberIds } from '#test/access/people.ts';
import { aProof } from '#test/support/proven-session.ts';
import { threeAccounts } from '#test/support/scenes/three-accounts.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');

const house = () =>
  threeAccounts(
    { ...keys.secondFactor(memberIds.RA), revision: 'r', key: 'sealed', recovery: [], wrongAt: [] },
    aProof(memberIds.RA, 'laptop'),
    { ...keys.provenSession(memberIds.RA, 'old'), until: now - 1 },
  );

test('the operator resets the second factor of the root administrator: no session stays proven, log and mail tell it', async () => {
  const table = await house();
  await resetSecondFactor(table, 'ra@example.org', now);
  expect(await table.get(keys.secondFactor(memberIds.RA))).toBeUndefined();
  expect(await table.get(keys.provenSession(memberIds.RA, 'laptop'))).toBeUndefined();
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  const target = memberIds.RA;
  expect(Items.filter(({ kind }) => kind === 'log').map(({ record }) => record)).toMatchObject([
    { action: 'resetSecondFactor', admin: { id: target }, targetId: target, details: { by: 'operator' } },
  ]);
  expect(Items.filter(isMail).map(parseMail)).toMatchObject([
    { mail: 'secondFactorReset', memberId: target, data: { by: 'operator' } },
  ]);
});

test('what cannot be reset is said in a sentence', async () => {
  const table = await house();
  await expect(resetSecondFactor(table, 'nobody@example.org', now)).rejects.toThrow('Nobody has the address');
  await expect(resetSecondFactor(table, 'm@example.org', now)).rejects.toThrow('is no active administrator');
  await expect(resetSecondFactor(table, 'a@example.org', now)).rejects.toThrow('has no second factor');
});
