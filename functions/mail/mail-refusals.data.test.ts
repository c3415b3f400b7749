import { randomUUID } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { expect, test } from 'vitest';
import { reactionEvent } from '#infra/local/emulators/ses-events.ts';
import { amina } from '#test/support/accounts.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { noteRefusals } from './mail-refusals.ts';

const event = (why: 'bounce' | 'complaint', to: string) =>
  reactionEvent(
    { why, isSuppressed: false },
    {
      to,
      from: 'no-reply@example.org',
      subject: 'Été',
      configurationSet: 'set-1',
      messageId: randomUUID(),
      region: 'eu-west-3',
      at: '2026-03-01T12:00:00.000Z',
    },
  );

async function aMember() {
  const backend = await aSignedUpMember({ isConfirmed: false });
  const note = (...events: unknown[]) =>
    noteRefusals(
      events.map((one, at) => ({ messageId: String(at), body: JSON.stringify(one) }) as SQSRecord),
      backend.table,
    );
  const refusal = async () => (await backend.profile()).mailRefused;
  return { ...backend, note, refusal };
}

test.each(['bounce', 'complaint'] as const)('after a %s the profile says so, at the same version', async (why) => {
  const { note, refusal, profiles, userId } = await aMember();
  const before = await profiles.read(userId);
  expect(await note(event(why, 'Amina@example.org'))).toEqual({ batchItemFailures: [] });
  expect(await refusal()).toEqual({ since: '2026-03-01T12:00:00Z', why });
  expect((await profiles.read(userId))?.version).toBe(before?.version);
});

test('the first report stays, and an address of nobody is no fault', async () => {
  const { note, refusal } = await aMember();
  const answer = await note(
    event('bounce', 'nobody@example.org'),
    event('bounce', amina.email),
    event('complaint', amina.email),
  );
  expect(answer).toEqual({ batchItemFailures: [] });
  expect(await refusal()).toMatchObject({ why: 'bounce' });
});

test('a full mailbox and a report of « not spam » change nothing', async () => {
  const { note, refusal } = await aMember();
  const mail = { destination: [amina.email] };
  const time = '2026-03-01T12:00:00Z';
  await note(
    { time, detail: { mail, bounce: { bounceType: 'Transient' } } },
    { time, detail: { mail, complaint: { complaintFeedbackType: 'not-spam' } } },
  );
  expect(await refusal()).toBeUndefined();
});

test('a report about an address that the member has left changes nothing', async () => {
  const { note, refusal, table, profiles, userId, clock } = await aMember();
  await table.transact([profiles.setFields(userId, { email: 'amina.b@example.org' })]);
  clock.now += 1000;
  await note(event('bounce', amina.email));
  expect(await refusal()).toBeUndefined();
});

test('a change of the profile neither keeps an ended refusal nor ends a present one', async () => {
  const { note, refusal, table, profiles, userId } = await aMember();
  await note(event('bounce', amina.email));
  const refused = await profiles.read(userId);
  if (!refused) throw new Error('no profile');
  await table.transact([profiles.save({ ...refused, firstName: 'Amine', version: refused.version + 1 })]);
  expect(await refusal()).toMatchObject({ why: 'bounce' });
  await table.transact([profiles.takeMails(userId)]);
  expect(await refusal()).toBeUndefined();
});

test('an event that cannot be read goes back to its queue, and the others are noted', async () => {
  const { note, refusal } = await aMember();
  expect(await note({ time: 'now' }, event('bounce', amina.email))).toEqual({
    batchItemFailures: [{ itemIdentifier: '0' }],
  });
  expect(await refusal()).toBeDefined();
});

test.each([
  ['5.1.1', 'bounce'],
  ['5.7.1', 'bounce'],
  ['4.4.7', undefined],
  ['5.2.2', undefined],
])('a transient bounce with the code %s is judged by it', async (status, why) => {
  const { note, refusal } = await aMember();
  const { time, detail } = event('bounce', 'Amina@example.org') as unknown as { time: string; detail: object };
  const bounce = { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'amina@example.org', status }] };
  await note({ time, detail: { ...detail, bounce } });
  expect((await refusal())?.why).toBe(why);
});
