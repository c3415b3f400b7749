import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { archiveRepository } from '#functions/exports/repository.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { deleteMember, exportMember } from '#infra/commands/member.ts';
import { memberIds } from '#test/access/people.ts';
import { put } from '#test/support/pipeline.ts';
import { threeAccounts } from '#test/support/scenes/three-accounts.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');

test('the operator closes an account: the job has its work, the log a line, the member a mail', async () => {
  const table = await threeAccounts();
  await deleteMember(table, 'm@example.org', now);
  expect(await table.get(keys.profile(memberIds.M))).toBeUndefined();
  expect(await table.get(keys.tombstone(memberIds.M))).toMatchObject({ day: '2026-11-20' });
  expect(await table.get(keys.deletion(memberIds.M))).toMatchObject({ record: { profile: { id: memberIds.M } } });
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  expect(Items.filter(({ kind }) => kind === 'log').map(({ record }) => record)).toMatchObject([
    { action: 'deleteProfile', targetId: memberIds.M, details: { by: 'operator' } },
  ]);
  expect(Items.filter(isMail).map(parseMail)).toMatchObject([{ mail: 'accountDeleted' }]);
});

test('what cannot be closed is said in a sentence, and nothing is written', async () => {
  const table = await threeAccounts();
  await put(table, { ...keys.inHand(memberIds.M, memberIds.A, 'p1'), kind: 'inHand' });
  await expect(deleteMember(table, 'nobody@example.org', now)).rejects.toThrow(
    'Nobody has the address nobody@example.org.',
  );
  await expect(deleteMember(table, 'ra@example.org', now)).rejects.toThrow('This is the root administrator');
  await expect(deleteMember(table, 'a@example.org', now)).rejects.toThrow('This is an administrator');
  await expect(deleteMember(table, 'm@example.org', now)).rejects.toThrow('a delivery in progress');
  expect(await table.get(keys.profile(memberIds.M))).toBeDefined();
});

const waiting = (pause: () => Promise<void>) => ({ pauseMs: 1, looks: 3, pause });

test('an archive is asked for once, and its parts are told when it is ready', async () => {
  const table = await threeAccounts();
  const archives = archiveRepository(table);
  const part = { key: 'exports/a.zip', name: 'a.zip', bytes: 3 };
  const asked = () => archives.archivesOf(memberIds.M);
  const makeIt = async () => {
    const [archive] = await asked();
    if (archive?.state === 'waiting')
      await table.transact([
        archives.save({ ...archive, state: 'ready', endedAt: archive.requestedAt, parts: [part] }, archive),
      ]);
  };
  expect(await exportMember(table, 'm@example.org', now, waiting(makeIt))).toEqual([part]);
  expect(await exportMember(table, 'm@example.org', now + 1, waiting(makeIt)), 'again').toEqual([part]);
  expect(await asked()).toHaveLength(1);
});

test('an archive that takes too long is said, and goes on being made', async () => {
  const table = await threeAccounts();
  await expect(
    exportMember(
      table,
      'm@example.org',
      now,
      waiting(async () => {}),
    ),
  ).rejects.toThrow('not ready yet');
  expect(await archiveRepository(table).archivesOf(memberIds.M)).toMatchObject([{ state: 'waiting' }]);
  await expect(
    exportMember(
      table,
      'x@example.org',
      now,
      waiting(async () => {}),
    ),
  ).rejects.toThrow('Nobody has the address');
});
