import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
} from '@aws-sdk/client-sesv2';
import { expect, test } from 'vitest';
import { profileRepository } from '#functions/profiles/repository.ts';
import { unsuppress } from '#infra/commands/unsuppress.ts';
import { memberIds } from '#test/access/people.ts';
import { aReadyAccount } from '#test/support/fake-account.ts';
import { threeAccounts } from '#test/support/scenes/three-accounts.ts';

const email = 'm@example.org';

async function anAccount({ isListed = true, isRefused = true } = {}) {
  const { clients, apis } = aReadyAccount();
  const table = await threeAccounts();
  const profiles = profileRepository(table);
  if (isRefused)
    await table.transact([profiles.refuseMails(memberIds.M, email, { since: '2027-01-30T10:00:00Z', why: 'address' })]);
  const found = apis.mail.on(GetSuppressedDestinationCommand, { EmailAddress: email });
  if (!isListed) found.rejects(new NotFoundException({ message: 'not found', $metadata: {} }));
  else {
    const LastUpdateTime = new Date('2027-01-31T14:05:00Z');
    found.resolves({ SuppressedDestination: { EmailAddress: email, Reason: 'BOUNCE', LastUpdateTime } });
  }
  apis.mail.on(DeleteSuppressedDestinationCommand).resolves({});
  return {
    run: () => unsuppress(' M@example.org ', clients, table),
    deleted: () => apis.mail.commandCalls(DeleteSuppressedDestinationCommand).map(({ args }) => args[0].input),
    refusal: async () => (await profiles.read(memberIds.M))?.mailRefused,
  };
}

test('an address is taken off the list and off the profile, and why it stood there is said', async () => {
  const { run, deleted, refusal } = await anAccount();
  expect(await run()).toBe('SES sends to m@example.org again. It stood on the list since 2027-01-31 (bounce).');
  expect(deleted()).toEqual([{ EmailAddress: email }]);
  expect(await refusal()).toBeUndefined();
});

test('an address that SES did not take is on the profile alone, and freed there', async () => {
  const { run, deleted, refusal } = await anAccount({ isListed: false });
  expect(await run()).toBe('SES sends to m@example.org again. It stood on the list since 2027-01-30 (address).');
  expect(deleted()).toEqual([]);
  expect(await refusal()).toBeUndefined();
});

test('an address that stands nowhere is told so, and nothing is deleted', async () => {
  const { run, deleted } = await anAccount({ isListed: false, isRefused: false });
  await expect(run()).rejects.toThrow('is not on the list');
  expect(deleted()).toEqual([]);
});
