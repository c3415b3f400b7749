import { randomUUID } from 'node:crypto';
import { localAccount } from '../assembly/physical-ids.ts';

/**
 * A mailbox's reaction to a mail that SES has accepted: a permanent rejection (`bounce`), or a report as unwanted
 * (`complaint`). `suppressed`: SES did not even try, because of an earlier one.
 */
export interface Reaction {
  readonly why: 'bounce' | 'complaint';
  readonly isSuppressed: boolean;
}

/**
 * The mailbox simulator of SES, with or without a label: `bounce+1@…`. It is never on the list of suppressed addresses.
 */
export function simulated(address: string): Reaction | undefined {
  const [, name] = /^([a-z]+)(?:\+[^@]*)?@simulator\.amazonses\.com$/.exec(address) ?? [];
  if (name === 'bounce' || name === 'complaint') return { why: name, isSuppressed: false };
  return name === 'suppressionlist' ? { why: 'bounce', isSuppressed: true } : undefined;
}

interface Told {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly configurationSet: string;
  readonly messageId: string;
  readonly region: string;
  readonly at: string;
}

/**
 * The event on the default bus that tells of a reaction. Source: SES Developer Guide, "SES events schema reference" and
 * "Contents of event data that SES publishes".
 */
export function reactionEvent({ why, isSuppressed }: Reaction, mail: Told): unknown {
  const { to, from, subject, configurationSet, messageId, region, at } = mail;
  const arnOf = (resource: string) => `arn:aws:ses:${region}:${localAccount}:${resource}`;
  const subType = isSuppressed ? 'OnAccountSuppressionList' : undefined;
  const common = { feedbackId: randomUUID(), timestamp: at };
  const reaction = {
    bounce: {
      'detail-type': 'Email Bounced',
      detail: {
        eventType: 'Bounce',
        bounce: {
          ...common,
          bounceType: 'Permanent',
          bounceSubType: subType ?? 'General',
          bouncedRecipients: [{ emailAddress: to, action: 'failed', status: '5.1.1' }],
        },
      },
    },
    complaint: {
      'detail-type': 'Email Complaint Received',
      detail: {
        eventType: 'Complaint',
        complaint: { ...common, complaintSubType: subType ?? null, complainedRecipients: [{ emailAddress: to }] },
      },
    },
  }[why];
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': reaction['detail-type'],
    source: 'aws.ses',
    account: localAccount,
    time: `${at.slice(0, 19)}Z`,
    region,
    resources: [arnOf(`configuration-set/${configurationSet}`)],
    detail: {
      ...reaction.detail,
      mail: {
        timestamp: at,
        source: from,
        sendingAccountId: localAccount,
        messageId,
        destination: [to],
        headersTruncated: false,
        headers: [],
        commonHeaders: { from: [from], to: [to], messageId, subject },
        tags: { 'ses:configuration-set': [configurationSet] },
      },
    },
  };
}
