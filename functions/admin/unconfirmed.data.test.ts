import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openFiles } from '#functions/platform/aws/object-store.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import { adminRoutes } from '#shared/admin/contract.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { amina, anAccountsBackend } from '#test/support/accounts.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { adminHandlers } from './handlers.ts';

const { A: judge } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const document = { uploadId: 'u', key: 'documents/u.png', contentType: 'image/png', at } as const;

/** Amina signs up and sends a document before she confirms her address; an administrator looks on. */
async function house() {
  const backend = await anAccountsBackend(Date.parse(at));
  const { table, clock, call, profiles } = backend;
  await put(table, profileItem(aProfile('A')));
  await put(table, { ...keys.administrator(judge), status: 'active', rootAdmin: false });
  const client = new S3Client({ region: 'eu-west-3', credentials: { accessKeyId: 'x', secretAccessKey: 'x' } });
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const admin = pipelineOf(
    adminRoutes,
    adminHandlers({ ...deps, files: openFiles(client), privateBucket: 'private' }),
    deps,
  );
  const { userId, proof } = await call('signUp', amina);
  const member = async () => {
    const profile = await profiles.read(userId);
    if (!profile) throw new Error('no profile');
    return profile;
  };
  await table.transact([profiles.save(attachDocuments(await member(), { idDocument: document }))]);
  const token = /token=([\w-]{43})/.exec(backend.sent.at(-1)?.text ?? '')?.[1] ?? '';
  const confirm = () => call('confirmEmail', { token, proof });
  const named = async (query: Record<string, string> = {}) => {
    const { body } = await admin('adminProfiles', judge, { asAdmin: true, query });
    return (body as { items: { card: { id: string } }[] }).items.map(({ card }) => card.id);
  };
  const approve = async () =>
    admin('approveProfile', judge, { asAdmin: true, params: { userId }, version: (await member()).version });
  return { table, userId, member, confirm, named, approve };
}

test('an account is in the queue after its confirmation; before, only in the list of all members', async () => {
  const { userId, confirm, named, approve } = await house();
  expect(await named({ status: 'pending' })).toEqual([]);
  expect(await named({ search: userId, by: 'id', status: 'pending' })).toEqual([]);
  expect(await named({ search: userId, by: 'id' })).toEqual([userId]);
  expect((await named()).filter((id) => id === userId)).toHaveLength(1);
  expect(await approve()).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED', detail: "Ce membre n'a pas encore confirmé son adresse email." },
  });
  await confirm();
  expect(await named({ status: 'pending' })).toEqual([userId]);
  expect((await named())[0]).toBe(userId);
  expect(await approve()).toMatchObject({ status: 200, body: { status: 'approved' } });
  expect(await named({ status: 'pending' })).toEqual([]);
});

test('a member who was blocked before their confirmation stays in the list of blocked members', async () => {
  const { table, userId, member, confirm, named } = await house();
  const { version, ...profile } = await member();
  await put(table, profileItem({ ...profile, status: 'blocked', version: version + 1 }));
  expect(await named({ status: 'blocked' })).toEqual([userId]);
  await confirm();
  expect(await named({ status: 'blocked' })).toEqual([userId]);
  expect(await named({ status: 'pending' })).toEqual([]);
});

test('an account that an earlier release put into the queue is left out of it until it is confirmed', async () => {
  const { table, userId, member, confirm, named } = await house();
  const profile = await member();
  await put(table, { ...profileItem(profile), ...indexes.queue('profile', 'pending', `1#${profile.createdAt}`) });
  expect(await named({ status: 'pending' })).toEqual([]);
  expect((await named()).filter((id) => id === userId)).toHaveLength(1);
  await confirm();
  expect(await named({ status: 'pending' })).toEqual([userId]);
  expect((await named()).filter((id) => id === userId)).toHaveLength(1);
});
