import {
  GetSendQuotaCommand,
  SESClient,
  SESServiceException,
  SendEmailCommand,
  SendRawEmailCommand,
} from '@aws-sdk/client-ses';
import { brand } from '#shared/values/brand.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { Rendered } from './layout.ts';

/**
 * SES will never accept this mail: it refuses the address (in the sandbox every unverified one) or the content.
 * `message` is its own sentence.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** SES will never accept a mail to this address. */
export class AddressRefused extends MailRefused {}

/**
 * SES accepts no mail now: it does not answer, throttles, has paused the account, or refuses the sender. Every mail
 * fails the same way and can be retried. `cause` is its answer.
 */
export class MailsHeld extends Error {
  override readonly name = 'MailsHeld';
}

export interface SendOptions {
  /** Receives answers to the mail. */
  readonly replyTo?: string | undefined;
  /** The link of a one-click unsubscription, sent as headers (rule 148). */
  readonly stopUrl?: string | undefined;
}

export type Send = (to: string, mail: Rendered, options?: SendOptions) => Promise<void>;

/** AWS's test mailbox, which accepts every mail, even from the sandbox, and does not affect the reputation. */
const takesAll = 'success@simulator.amazonses.com';

export const openSes = (): SESClient =>
  new SESClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  });

/**
 * Sends through SES. Throws `MailRefused` for a mail that it will never accept, `MailsHeld` for any other error. The
 * configuration set has no click tracking, which would rewrite links, and theirs end in a secret.
 */
export function sesSender(
  { from, configurationSet }: { from: string; configurationSet: string | undefined },
  client: SESClient = openSes(),
): Send {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const sender = `${brand.name} <${from}>`;
  const set = configurationSet ? { ConfigurationSetName: configurationSet } : {};
  let isTaken = false;

  async function submit(to: string, mail: Rendered, { replyTo, stopUrl }: SendOptions = {}): Promise<void> {
    await (stopUrl ? submitRaw(to, mail, stopUrl, replyTo) : submitPlain(to, mail, replyTo));
    isTaken = true;
  }

  const submitPlain = (to: string, { subject, html, text }: Rendered, replyTo?: string) =>
    client.send(
      new SendEmailCommand({
        Source: sender,
        Destination: { ToAddresses: [to] },
        ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
        Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
        ...set,
      }),
    );

  /** SES takes headers in raw mails only. */
  async function submitRaw(to: string, mail: Rendered, stopUrl: string, replyTo?: string) {
    // Loaded when needed, because most senders never send such a mail.
    const { rawMail } = await import('./raw-mail.ts');
    const Data = await rawMail({ from: sender, to, mail, stopUrl, replyTo });
    await client.send(new SendRawEmailCommand({ Source: sender, Destinations: [to], RawMessage: { Data }, ...set }));
  }

  /**
   * SES does not say which address is malformed. Blaming the recipient for a refused sender would make every member
   * unreachable.
   */
  async function isSenderTaken(): Promise<boolean> {
    if (!isTaken) await submit(takesAll, probe).catch(() => undefined);
    return isTaken;
  }

  async function meaning(error: unknown): Promise<Error> {
    const { name = '', message = '' } = error instanceof SESServiceException ? error : {};
    if (name === 'InvalidParameterValue' && (await isSenderTaken())) return new AddressRefused(message);
    if (name === 'MessageRejected' && !isSenderUnverified(message, from)) return new MailRefused(message);
    return new MailsHeld('SES takes no mail now', { cause: error });
  }

  const send: Send = async (to, mail, options = {}) => {
    const { replyTo, ...others } = options;
    try {
      await submit(to, mail, options);
    } catch (error) {
      // Reply-To may be what a visitor typed. If SES rejects it, send without it; the body contains it anyway.
      if (replyTo && (error as Error).name === 'InvalidParameterValue') return send(to, mail, others);
      throw await meaning(error);
    }
  };
  return send;
}

const probe: Rendered = { subject: brand.name, html: brand.name, text: brand.name };

/** The error names the unverified address: in the sandbox a stranger's, as the recipient; else ours, for every mail. */
function isSenderUnverified(sentence: string, from: string): boolean {
  const named = sentence.toLowerCase().split(/failed the check[^:]*: /)[1] ?? '';
  return named.split(/, |\.\.\./).some((one) => one.trim() === from || one.endsWith(`<${from}>`));
}

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
