import {
  DeleteSuppressedDestinationCommand,
  GetSuppressedDestinationCommand,
  NotFoundException,
} from '@aws-sdk/client-sesv2';
import { expect, test } from 'vitest';
import { aReadyAccount } from '#test/support/fake-account.ts';
import { unsuppress } from './unsuppress.ts';

test('an address is taken off the list, and why it stood there is said', async () => {
  const { clients, apis } = aReadyAccount();
  apis.mail.on(GetSuppressedDestinationCommand, { EmailAddress: 'amel@example.org' }).resolves({
    SuppressedDestination: {
      EmailAddress: 'amel@example.org',
      Reason: 'BOUNCE',
      LastUpdateTime: new Date('2027-01-31T14:05:00Z'),
    },
  });
  apis.mail.on(DeleteSuppressedDestinationCommand).resolves({});
  expect(await unsuppress(' Amel@example.org ', clients)).toBe(
    'SES sends to amel@example.org again. It stood on the list since 2027-01-31 (BOUNCE).',
  );
  const [deleted] = apis.mail.commandCalls(DeleteSuppressedDestinationCommand);
  expect(deleted?.args[0].input).toEqual({ EmailAddress: 'amel@example.org' });
});

test('an address that is not on the list is told so, and nothing is deleted', async () => {
  const { clients, apis } = aReadyAccount();
  apis.mail.on(GetSuppressedDestinationCommand).rejects(new NotFoundException({ message: 'not found', $metadata: {} }));
  await expect(unsuppress('amel@example.org', clients)).rejects.toThrow('is not on the list');
  expect(apis.mail.commandCalls(DeleteSuppressedDestinationCommand)).toEqual([]);
});
