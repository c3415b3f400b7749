import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses';
import { brand } from '#shared/values/brand.ts';
import type { Rendered } from './layout.ts';

/** An answer to the mail goes to `replyTo`, when that is not the sender. */
export type Send = (to: string, mail: Rendered, replyTo?: string) => Promise<void>;

/** Sends through SES. No click tracking in the configuration set: it would rewrite links, and theirs end in a secret. */
export function sesSender(
  { from, configurationSet }: { from: string; configurationSet: string | undefined },
  client: SESClient = new SESClient({
    maxAttempts: 2,
    requestHandler: { requestTimeout: 3000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
): Send {
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return async (to, { subject, html, text }, replyTo) => {
    await client.send(
      new SendEmailCommand({
        Source: `${brand.name} <${from}>`,
        Destination: { ToAddresses: [to] },
        ...(replyTo ? { ReplyToAddresses: [replyTo] } : {}),
        Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
        ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
      }),
    );
  };
}
