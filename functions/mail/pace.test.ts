import { GetSendQuotaCommand, SESClient } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { betweenMails, leftToday, mailersAtOnce, openQuota } from './ses.ts';

test('all mailers together send as fast as SES takes mails, and not faster', () => {
  expect(betweenMails({ perSecond: 1, aDay: 200, sentToday: 0 })).toBe(1000 * mailersAtOnce);
  expect(betweenMails({ perSecond: 14, aDay: 50_000, sentToday: 0 })).toBe(143);
});

test('a tenth of the day is left to links that somebody waits for', () => {
  expect(leftToday({ perSecond: 1, aDay: 200, sentToday: 0 })).toBe(180);
  expect(leftToday({ perSecond: 1, aDay: 200, sentToday: 180 })).toBe(0);
  expect(leftToday({ perSecond: 1, aDay: Number.POSITIVE_INFINITY, sentToday: 9 })).toBe(Number.POSITIVE_INFINITY);
});

test('SES is asked once a minute, and -1 means without a limit', async () => {
  const client = new SESClient({ region: 'eu-west-3' });
  const ses = mockClient(client)
    .on(GetSendQuotaCommand)
    .resolves({ Max24HourSend: -1, MaxSendRate: 14, SentLast24Hours: 3 });
  let now = 1_000_000;
  const quota = openQuota(client, () => now);
  expect(await quota()).toEqual({ perSecond: 14, aDay: Number.POSITIVE_INFINITY, sentToday: 3 });
  now += 59_000;
  await quota();
  expect(ses.commandCalls(GetSendQuotaCommand)).toHaveLength(1);
  now += 2000;
  await quota();
  expect(ses.commandCalls(GetSendQuotaCommand)).toHaveLength(2);
});
