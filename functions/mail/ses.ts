import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses';
import { brand } from '#shared/values/brand.ts';
import type { Rendered } from './layout.ts';
import { AddressRefused, MailRefused, MailsHeld } from './refused.ts';

/** An answer to the mail goes to `replyTo`, when that is not the sender. */
export type Send = (to: string, mail: Rendered, replyTo?: string) => Promise<void>;

/** SES's own names. What we send beside the address is the same in every mail, or text that it takes in any form. */
const refusals: Readonly<Record<string, new (message: string) => MailRefused>> = {
  InvalidParameterValue: AddressRefused,
  // Also every mail to an address that is not verified, in the sandbox: no fault of the address.
  MessageRejected: MailRefused,
};

/** A client that gives up in time. */
export const openSes = (): SESClient =>
  new SESClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  });

/**
 * Sends through SES; throws `MailRefused` for a mail that it will never take, `MailsHeld` for any other answer. No
 * click tracking in the configuration set: it would rewrite links, and theirs end in a secret.
 */
export function sesSender(
  { from, configurationSet }: { from: string; configurationSet: string | undefined },
  client: SESClient = openSes(),
): Send {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return async (to, { subject, html, text }, replyTo) => {
    const command = new SendEmailCommand({
      Source: `${brand.name} <${from}>`,
      Destination: { ToAddresses: [to] },
      ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
      Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
      ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
    });
    try {
      await client.send(command);
    } catch (error) {
      const Refused = error instanceof SESServiceException ? refusals[error.name] : undefined;
      throw Refused ? new Refused((error as Error).message) : new MailsHeld('SES takes no mail now', { cause: error });
    }
  };
}
