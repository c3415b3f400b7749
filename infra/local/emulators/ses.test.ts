import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSendQuotaCommand, SESClient, SendEmailCommand, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { expect, test } from 'vitest';
import { startSes } from './ses.ts';

/*
 * Our expectations of SES. CONFORMANCE_SES_ENDPOINT runs the same tests against another one (also the real service,
 * with real credentials), without those that need the sink.
 */
const realEndpoint = process.env.CONFORMANCE_SES_ENDPOINT;
const sender = process.env.CONFORMANCE_SES_FROM ?? 'Envoyage <bonjour@envoyage.example>';
const recipient = process.env.CONFORMANCE_SES_TO ?? 'anna@example.com';

async function mailbox(file?: string) {
  const told: unknown[] = [];
  const sets = [{ configurationSet: 'set-1', types: ['bounce', 'complaint'] }];
  const events = { region: 'eu-west-3', sets, publish: (event: unknown) => void told.push(event) };
  const sink = realEndpoint ? undefined : await startSes({ file, events, now: () => Date.UTC(2026, 0, 1) });
  const client = new SESClient({
    endpoint: realEndpoint ?? sink?.endpoint,
    region: process.env.AWS_REGION ?? 'eu-west-3',
    maxAttempts: 1,
    ...(sink && { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });
  return { client, sink, told, [Symbol.asyncDispose]: async () => sink?.close() };
}

const welcome = (to: string[], ConfigurationSetName?: string) =>
  new SendEmailCommand({
    ConfigurationSetName,
    Source: sender,
    Destination: { ToAddresses: to },
    Message: {
      Subject: { Data: 'Été à Oran' },
      Body: { Text: { Data: 'Bonjour é' }, Html: { Data: '<p>Bonjour</p>' } },
    },
  });

const raw = (lines: string[]) => new SendRawEmailCommand({ RawMessage: { Data: Buffer.from(lines.join('\r\n')) } });

test('a mail is accepted, with an id, and arrives complete', async () => {
  await using box = await mailbox();
  const sent = await box.client.send(welcome([recipient]));
  expect(sent.MessageId).toBeTruthy();
  if (!box.sink) return;
  expect(box.sink.mails()).toEqual([
    {
      to: [recipient],
      from: sender,
      subject: 'Été à Oran',
      html: '<p>Bonjour</p>',
      text: 'Bonjour é',
      at: '2026-01-01T00:00:00.000Z',
    },
  ]);
});

test('a raw mail is read like any other', async () => {
  await using box = await mailbox();
  const lines = [
    `From: ${sender}`,
    `To: Anna <${recipient}>`,
    'Subject: =?utf-8?B?w4l0w6k=?=',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Salut é',
  ];
  await box.client.send(raw(lines));
  if (!box.sink) return;
  expect(box.sink.mails(recipient)).toMatchObject([
    { to: [recipient], subject: 'Été', text: 'Salut é\n', headers: { from: sender, to: `Anna <${recipient}>` } },
  ]);
});

test('a mail without recipient is refused', async () => {
  await using box = await mailbox();
  await expect(box.client.send(welcome([]))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  await expect(box.client.send(raw([`From: ${sender}`, 'Subject: x', '', 'x']))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  });
});

test('an address without domain is refused', async () => {
  await using box = await mailbox();
  await expect(box.client.send(welcome(['anna']))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
});

test.runIf(!realEndpoint)('the address that always fails is refused, and nothing of it is stored', async () => {
  await using box = await mailbox();
  await expect(box.client.send(welcome(['Bounce@example.com']))).rejects.toMatchObject({
    name: 'InvalidParameterValue',
  });
  expect(box.sink?.mails()).toEqual([]);
});

test.runIf(!realEndpoint)(
  'the newest mail comes first, also for each recipient, and listeners are called',
  async () => {
    await using box = await mailbox();
    const heard: string[][] = [];
    const stop = box.sink?.onMail((mail) => heard.push(mail.to));
    await box.client.send(welcome(['a@example.com', 'B@example.com']));
    await box.client.send(welcome(['b@example.com']));
    stop?.();
    await box.client.send(welcome(['c@example.com']));
    expect(heard).toEqual([['a@example.com', 'b@example.com'], ['b@example.com']]);
    expect(box.sink?.mails('B@example.com').map((mail) => mail.to.length)).toEqual([1, 2]);
  },
);

test.runIf(!realEndpoint)('mails survive a restart until they are cleared', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ses-'));
  const file = join(dir, 'mails.jsonl');
  {
    await using box = await mailbox(file);
    await box.client.send(welcome([recipient]));
  }
  await using box = await mailbox(file);
  expect(box.sink?.mails()).toHaveLength(1);
  box.sink?.clear();
  await using emptied = await mailbox(file);
  expect(emptied.sink?.mails()).toEqual([]);
  rmSync(dir, { recursive: true });
});

test.skipIf(realEndpoint)('each way in which SES takes no mail is answered in its words, and ends', async () => {
  await using box = await mailbox();
  const { client, sink } = box;
  const refusal = () =>
    client.send(welcome([recipient])).then(
      () => 'sent',
      ({ name }: Error) => name,
    );
  sink?.behave('sandbox');
  expect(await refusal()).toBe('MessageRejected');
  expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ Max24HourSend: 200, MaxSendRate: 1 });
  sink?.behave('unverified');
  expect(await refusal()).toBe('MessageRejected');
  sink?.behave('paused');
  expect(await refusal()).toBe('AccountSendingPausedException');
  sink?.behave('dailyQuota');
  expect(await refusal()).toBe('Throttling');
  const full = await client.send(new GetSendQuotaCommand({}));
  expect(full.SentLast24Hours).toBe(full.Max24HourSend);
  sink?.behave('throttled');
  // The clock of this sink is stopped, so all calls come in one second.
  expect(await refusal()).toBe('Throttling');
  sink?.behave('normal');
  expect(await refusal()).toBe('sent');
  expect(await client.send(new GetSendQuotaCommand({}))).toMatchObject({ MaxSendRate: 50, SentLast24Hours: 1 });
});

const tag = { tags: { 'ses:configuration-set': ['set-1'] } };

test.skipIf(realEndpoint)(
  'a mail to the simulated mailbox that bounces is taken, comes back, and nobody reads it',
  async () => {
    await using box = await mailbox();
    const to = 'bounce+1@simulator.amazonses.com';
    expect((await box.client.send(welcome([to], 'set-1'))).MessageId).toBeTruthy();
    expect(box.sink?.mails()).toEqual([]);
    expect(box.told).toMatchObject([
      {
        source: 'aws.ses',
        'detail-type': 'Email Bounced',
        time: '2026-01-01T00:00:00Z',
        detail: { eventType: 'Bounce', bounce: { bounceType: 'Permanent' }, mail: { destination: [to], ...tag } },
      },
    ]);
  },
);

test.skipIf(realEndpoint)('a mail to the simulated mailbox that complains arrives, and is reported', async () => {
  await using box = await mailbox();
  const to = 'complaint@simulator.amazonses.com';
  await box.client.send(welcome([to], 'set-1'));
  expect(box.sink?.mails()).toHaveLength(1);
  expect(box.told).toMatchObject([
    {
      'detail-type': 'Email Complaint Received',
      detail: { eventType: 'Complaint', mail: { destination: [to], ...tag } },
    },
  ]);
});

test.skipIf(realEndpoint)('without its configuration set nothing is told of a mail', async () => {
  await using box = await mailbox();
  await box.client.send(welcome(['bounce@simulator.amazonses.com']));
  await box.client.send(welcome(['bounce@simulator.amazonses.com'], 'set-2'));
  expect(box.told).toEqual([]);
});

test.skipIf(realEndpoint)('an address that bounced gets no more mails until it is taken off the list', async () => {
  await using box = await mailbox();
  box.sink?.react('Anna@example.com', 'bounce');
  await box.client.send(welcome([recipient], 'set-1'));
  expect(box.sink?.mails()).toEqual([]);
  expect(box.told).toMatchObject([
    { detail: { bounce: { bounceSubType: 'General' }, mail: { destination: [recipient] } } },
    { detail: { bounce: { bounceSubType: 'OnAccountSuppressionList' }, mail: { destination: [recipient] } } },
  ]);
  box.sink?.react(recipient, 'deliver');
  await box.client.send(welcome([recipient], 'set-1'));
  expect(box.sink?.mails()).toHaveLength(1);
  expect(box.told).toHaveLength(2);
});
