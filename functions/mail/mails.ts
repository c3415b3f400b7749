import type { Facts, Mail } from './mail.ts';
import { accountMails } from './mails/account.ts';
import { administratorMails } from './mails/administrators.ts';
import { alertMails } from './mails/alerts.ts';
import { deliveryMails } from './mails/deliveries.ts';
import { listingMails } from './mails/listings.ts';
import { problemMails } from './mails/problems.ts';
import { reportMails } from './mails/reports.ts';
import { subscriptionMails } from './mails/subscriptions.ts';

/**
 * Each mail of the product, once: its facts, its texts, and the ways by which it reaches its member. The sender builds
 * links from the site's own address and creates the tokens, so a row of the outbox contains no secret.
 */
const all = {
  ...accountMails,
  ...listingMails,
  ...deliveryMails,
  ...problemMails,
  ...subscriptionMails,
  ...alertMails,
  ...reportMails,
  ...administratorMails,
};
export type MailName = keyof typeof all;
export type Mails = { readonly [Name in MailName]: Parameters<(typeof all)[Name]['words']>[0] };

export const mails: Readonly<Record<MailName, Mail>> = all;

export const isMailName = (name: string): name is MailName => Object.hasOwn(mails, name);

export const isAlwaysSent = (name: MailName, facts: Facts): boolean => mails[name].isAlwaysMailed || 'origin' in facts;
