import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { startSes } from '#infra/local/emulators/ses.ts';
import { AddressRefused, MailRefused, MailsHeld } from './refused.ts';
import { sesSender } from './ses.ts';

const mail = { subject: 'Été à Alger', html: '<p>Été</p>', text: 'Été' };

test('a mail goes to one person, from the brand, within the configuration set', async () => {
  const client = new SESClient({ region: 'eu-west-3' });
  const ses = mockClient(client);
  await sesSender({ from: 'no-reply@example.org', configurationSet: 'set-1' }, client)('amina@example.org', mail);
  expect(ses.commandCalls(SendEmailCommand)[0]?.args[0].input).toMatchObject({
    Source: 'Envoyage <no-reply@example.org>',
    Destination: { ToAddresses: ['amina@example.org'] },
    ConfigurationSetName: 'set-1',
  });
});

test('accents arrive as written, and a refused address is told apart', async () => {
  const ses = await startSes();
  const client = new SESClient({
    region: 'eu-west-3',
    endpoint: ses.endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const send = sesSender({ from: 'no-reply@example.org', configurationSet: undefined }, client);
  await send('amina@example.org', mail);
  expect(ses.mails()).toMatchObject([{ to: ['amina@example.org'], ...mail }]);
  await expect(send('bounce@example.org', mail)).rejects.toBeInstanceOf(AddressRefused);
  await ses.close();
});

test('a mail that SES rejects is no fault of its address, as in the sandbox', async () => {
  const client = new SESClient({ region: 'eu-west-3' });
  const name = 'MessageRejected';
  const answer = new SESServiceException({ name, message: 'not verified', $fault: 'client', $metadata: {} });
  mockClient(client).on(SendEmailCommand).rejects(answer);
  const send = sesSender({ from: 'no-reply@example.org', configurationSet: undefined }, client);
  const refused = await send('amina@example.org', mail).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect(refused).not.toBeInstanceOf(AddressRefused);
});

test.each(['Throttling', 'AccountSendingPausedException', 'MailFromDomainNotVerifiedException', 'TimeoutError'])(
  'after %s no mail leaves, and all may be tried again',
  async (name) => {
    const client = new SESClient({ region: 'eu-west-3' });
    const answer = new SESServiceException({ name, message: 'no', $fault: 'client', $metadata: {} });
    mockClient(client).on(SendEmailCommand).rejects(answer);
    const send = sesSender({ from: 'no-reply@example.org', configurationSet: undefined }, client);
    const held = await send('amina@example.org', mail).catch((error: unknown) => error);
    expect(held).toBeInstanceOf(MailsHeld);
    expect(held).toMatchObject({ cause: { name } });
  },
);
