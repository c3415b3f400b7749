import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, onTestFinished, test } from 'vitest';
import { startSes } from '#infra/local/emulators/ses.ts';
import { AddressRefused, MailRefused, MailsHeld, sesSender } from './ses.ts';

const mail = { subject: 'Été à Alger', html: '<p>Été</p>', text: 'Été' };

/** A sender in front of the stand-in of SES. */
async function aLocalSender() {
  const ses = await startSes();
  const client = new SESClient({
    region: 'eu-west-3',
    endpoint: ses.endpoint,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const send = sesSender({ from: 'no-reply@example.org', configurationSet: undefined }, client);
  onTestFinished(() => ses.close());
  return { ses, send };
}

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
  const { ses, send } = await aLocalSender();
  await send('amina@example.org', mail);
  expect(ses.mails()).toMatchObject([{ to: ['amina@example.org'], ...mail }]);
  await expect(send('bounce@example.org', mail)).rejects.toBeInstanceOf(AddressRefused);
});

test('a mail with a link to stop such mails has the headers of RFC 8058, and arrives as any other', async () => {
  const { ses, send } = await aLocalSender();
  const long = {
    subject: 'Votre alerte : trajet de Béjaïa à Orléans, le 12 déc. 2026 (جزائر)',
    html: `<p>${'Été à Alger, « 2 kg » = 5 €. '.repeat(60)}</p>\n<a href="https://envoyage.example/t/1?a=1&amp;b=2">Voir</a>`,
    text: `.\nFrom Été\n\n${'Été à Alger. '.repeat(100)}\nFin = 100 %`,
  };
  const stopUrl = `https://envoyage.example/stop?token=${'0a51f5b0-92e1-4f4c-a5a5-6b1c8b2a3d4e'}.${'A'.repeat(22)}`;
  await send('amina@example.org', long);
  await send('amina@example.org', long, { stopUrl, replyTo: 'bonjour@example.org' });
  const [raw, plain] = ses.mails();
  // The reader of raw mails ends each part with a line break.
  expect(raw).toMatchObject({ ...plain, html: `${long.html}\n`, text: `${long.text}\n`, at: raw?.at });
  const headers = raw?.headers ?? {};
  expect(headers['list-unsubscribe']).toBe(`<${stopUrl}>`);
  expect(headers['reply-to']).toBe('bonjour@example.org');
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  await expect(send('bounce@example.org', long, { stopUrl })).rejects.toBeInstanceOf(AddressRefused);
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

const answering = (name: string, message: string) =>
  new SESServiceException({ name, message, $fault: 'client', $metadata: {} });

function aSender() {
  const client = new SESClient({ region: 'eu-west-3' });
  const ses = mockClient(client);
  const send = sesSender({ from: 'no-reply@example.org', configurationSet: undefined }, client);
  return { ses, send, failure: (to: string) => send(to, mail).catch((error: unknown) => error) };
}

test('while SES cannot read our own address no member is said to be unreachable', async () => {
  const { ses, failure } = aSender();
  ses.on(SendEmailCommand).rejects(answering('InvalidParameterValue', "Missing final '@domain'"));
  expect(await failure('amina@example.org')).toBeInstanceOf(MailsHeld);
});

test('a sender that is not verified yet loses no mail, and one in the sandbox refuses strangers alone', async () => {
  const { ses, failure } = aSender();
  const unverified = (who: string) =>
    ses
      .on(SendEmailCommand)
      .rejects(
        answering(
          'MessageRejected',
          `Email address is not verified. The following identities failed the check in region EU-WEST-3: ${who}`,
        ),
      );
  unverified('Envoyage <no-reply@example.org>, no-reply@example.org');
  expect(await failure('amina@example.org')).toBeInstanceOf(MailsHeld);
  unverified('amina@example.org, no-reply@example.org');
  expect(await failure('amina@example.org')).toBeInstanceOf(MailsHeld);
  unverified('hello.no-reply@example.org');
  expect(await failure('hello.no-reply@example.org')).toBeInstanceOf(MailRefused);
});

test('an answer to an address that SES cannot read goes without it', async () => {
  const { ses, send } = aSender();
  ses
    .on(SendEmailCommand, { ReplyToAddresses: ['a..b@example.org'] })
    .rejects(answering('InvalidParameterValue', 'no'));
  await send('contact@example.org', mail, { replyTo: 'a..b@example.org' });
  expect(ses.commandCalls(SendEmailCommand).at(-1)?.args[0].input).not.toHaveProperty('ReplyToAddresses');
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
