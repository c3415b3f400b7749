import { expect, test } from 'vitest';
import { profileItem } from '#functions/profiles/repository.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import { memberIds } from '#test/access/people.ts';
import { amina } from '#test/support/accounts.ts';
import { aWorld } from '#test/support/world/world.ts';

const { A: judge } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const document = { uploadId: 'u', key: 'documents/u.png', contentType: 'image/png', at } as const;

/** Amina signs up and sends a document before she confirms her address; an administrator looks on. */
async function house() {
  const world = await aWorld({ people: ['A'], start: at });
  const { table, visitor, profiles, as } = world;
  const { userId, proof } = await visitor('signUp', amina);
  const member = () => world.profile(userId);
  await table.transact([profiles.save(attachDocuments(await member(), { idDocument: document }))]);
  const token = world.linkToken();
  const confirm = () => visitor('confirmEmail', { token, proof });
  const named = async (query = {}) => (await as(judge).adminProfiles({ query })).body.items.map(({ card }) => card.id);
  const approve = () => as(judge).approveProfile({ params: { userId } });
  return { ...world, userId, member, confirm, named, approve };
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
  const { userId, member, confirm, named, seed } = await house();
  const { version, ...profile } = await member();
  await seed(profileItem({ ...profile, status: 'blocked', version: version + 1 }));
  expect(await named({ status: 'blocked' })).toEqual([userId]);
  await confirm();
  expect(await named({ status: 'blocked' })).toEqual([userId]);
  expect(await named({ status: 'pending' })).toEqual([]);
});
