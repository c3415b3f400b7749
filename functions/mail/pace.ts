import { GetSendQuotaCommand, type SESClient } from '@aws-sdk/client-ses';
import { minuteMs } from '#shared/values/time.ts';

/** Mailers that work in parallel; two is Lambda's minimum. */
export const mailersAtOnce = 2;

export interface Quota {
  readonly perSecond: number;
  /** Mails in 24 hours; infinite if SES names no limit. */
  readonly aDay: number;
  readonly sentToday: number;
}

/** The API sends urgent links itself, so the queue leaves them a tenth of the day. */
const shareOfQueue = 0.9;

export const leftToday = ({ aDay, sentToday }: Quota): number => Math.floor(aDay * shareOfQueue - sentToday);

/** Milliseconds between two mails of one mailer. */
export const betweenMails = ({ perSecond }: Quota): number => Math.ceil((1000 * mailersAtOnce) / perSecond);

/** The account's quota, read at most once a minute. */
export function openQuota(client: SESClient, now: () => number = Date.now): () => Promise<Quota> {
  let known: Quota | undefined;
  let askedAt = 0;
  return async () => {
    if (known && now() - askedAt < minuteMs) return known;
    const { MaxSendRate = 1, Max24HourSend = -1, SentLast24Hours = 0 } = await client.send(new GetSendQuotaCommand({}));
    askedAt = now();
    known = {
      perSecond: MaxSendRate,
      aDay: Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend,
      sentToday: SentLast24Hours,
    };
    return known;
  };
}
