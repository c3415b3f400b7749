import { setTimeout } from 'node:timers/promises';
import { invitationRepository } from '#functions/admin/administrators/repository.ts';
import {
  formerAddress,
  invitedAddress,
  type MailRow,
  OutboxRecord,
  objectionOf,
  ourselves,
  typedAddress,
} from '#functions/mail/outbox.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { siteUrl } from '#functions/platform/aws/parameter.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { env } from '#functions/platform/env.ts';
import type { Key } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { expression, keyOf, openTable, recordHaving, type Table } from '#functions/platform/table.ts';
import { issueToken, newToken } from '#functions/platform/tokens.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { linkLifetimeMs } from '#shared/accounts/rules.ts';
import { archiveLinkMs } from '#shared/exports/contract.ts';
import { getsMailsOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { sharedPaths } from '#shared/site/paths.ts';
import { compose } from './compose.ts';
import { isAboutProposition, isOvertaken } from './deals.ts';
import type { Rendered } from './layout.ts';
import type { Envelope } from './links.ts';
import { isAlwaysSent, isMailName, type MailName, mails } from './mails.ts';
import { AddressRefused, MailRefused, type Send, type SendOptions, sesSender } from './ses.ts';

export interface MailDeps {
  readonly table: Table;
  readonly now: () => number;
  readonly site: () => Promise<string>;
  /** Absent when no sender is configured: mails are then simulated, which counts as not sent (product 1.4). */
  readonly send: Send | undefined;
  readonly contact: string | undefined;
  /** Answers to our mails reach the operator. */
  readonly replyTo: string | undefined;
  /** Waits for this time, in milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>;
}

interface Letter extends SendOptions {
  readonly to: string;
  readonly content: Rendered;
}

/** `skipped`: the member is deleted, no longer needs it, or gets no such mails. `refused`: SES will never accept it. */
export type Delivery = 'sent' | 'simulated' | 'skipped' | 'refused';

/** Longer than SES may take with its second try, so that no second sender starts during a send. */
const leaseMs = 10_000;
const lookAgainMs = 250;

/** Built once per cold start, from MAIL_FROM, CONFIGURATION_SET, CONTACT_EMAIL and REPLY_TO. */
export function mailDeps(table: Table = openTable(env('TABLE'))): MailDeps {
  const from = process.env['MAIL_FROM'];
  return {
    table,
    now: () => Date.now(),
    site: siteUrl,
    send: from ? sesSender({ from, configurationSet: process.env['CONFIGURATION_SET'] }) : undefined,
    contact: process.env['CONTACT_EMAIL'],
    replyTo: process.env['REPLY_TO'],
    pause: setTimeout,
  };
}

/**
 * Sends one mail of the outbox, once: a lease stops other senders, and a sender that finds the row leased waits for the
 * result. Throws if the mail could not be sent; the row then stays pending, and its next sender does not wait. A sender
 * that dies between SES and its mark causes a second mail, never a missing one. A refused mail is not retried, because
 * it would only delay later ones.
 */
export async function deliverMail(
  deps: MailDeps,
  row: Pick<MailRow, 'pk' | 'sk' | 'mail' | 'memberId' | 'data'>,
): Promise<Delivery> {
  const key = keyOf(row);
  const outcome = await claim(deps, key);
  if (outcome) return outcome;
  try {
    const mail = await mailOf(deps, row);
    const delivery = mail ? await sendLetter(deps, row, mail) : 'skipped';
    await markAs(deps, key, delivery === 'simulated' ? 'skipped' : delivery);
    return delivery;
  } catch (error) {
    await release(deps, key).catch(() => logger.warn('mail lease left to run out', { mail: row.mail }));
    throw error;
  }
}

async function sendLetter(
  { table, now, send, replyTo }: MailDeps,
  { mail: name, memberId }: Pick<OutboxRecord, 'mail' | 'memberId'>,
  { to, content, ...options }: Letter,
): Promise<'sent' | 'simulated' | 'refused'> {
  if (!send) {
    logger.warn('mail simulated', { mail: name });
    return 'simulated';
  }
  try {
    await send(to, content, { replyTo, ...options });
    return 'sent';
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    // The error may contain the address, which does not belong in a log.
    logger.error('mail refused by the provider', { mail: name, memberId });
    if (error instanceof AddressRefused) {
      const refusal = { since: new Date(now()).toISOString(), why: 'address' } as const;
      // Not written for our own addresses, for an invited or former member, nor a second time.
      await attempt(table, [profileRepository(table).refuseMails(memberId, to, refusal)]);
    }
    return 'refused';
  }
}

/** Takes the lease of the row, or returns what happened to the mail. */
async function claim({ table, now, pause }: MailDeps, key: Key): Promise<Delivery | undefined> {
  for (;;) {
    try {
      await table.transact([
        table.update(
          key,
          expression`SET #record.leaseUntil = ${now() + leaseMs}`,
          expression`#record.#state = ${'pending'} AND (attribute_not_exists(#record.leaseUntil) OR #record.leaseUntil <= ${now()})`,
        ),
      ]);
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'STATE_CHANGED') throw error;
    }
    const item = await table.get(key, { consistent: true });
    const state = item ? OutboxRecord.parse(item['record']).state : 'skipped';
    if (state !== 'pending') return state === 'gathered' ? 'skipped' : state;
    await pause(lookAgainMs);
  }
}

async function mailOf(
  deps: MailDeps,
  { mail, memberId, data }: Pick<OutboxRecord, 'mail' | 'memberId' | 'data'>,
): Promise<Letter | undefined> {
  if (!isMailName(mail)) throw new Error(`There is no mail named ${mail}`);
  if (memberId === ourselves.memberId) return mailToUs(deps, mail, data);
  if (memberId === invitedAddress.memberId) return mailToInvited(deps, mail, data);
  if (memberId === formerAddress.memberId || memberId === typedAddress.memberId)
    return mailToAddress(deps, mail, data, objectionOf({ memberId, data }));
  const member = await profileRepository(deps.table).read(memberId);
  if (!member || !wants(member, mail, data) || (await isOvertaken(deps.table, { mail, memberId, data })))
    return undefined;
  const to = mail === 'correctEmail' ? (data['email'] ?? '') : member.email;
  const token = await mint(deps, mail, member, to);
  const site = await deps.site();
  const objection = objectionOf({ memberId, data });
  const stopUrl = mails[mail].group === 'alerts' ? site + sharedPaths.stop(linkToken('stop', memberId)) : undefined;
  const envelope = { site, email: to, ...(token ? { token } : {}), ...(stopUrl ? { stopUrl } : {}), ...objection };
  return { to, content: compose(mail, data, envelope), stopUrl };
}

async function mailToUs(
  { contact, site }: MailDeps,
  mail: MailName,
  data: OutboxRecord['data'],
): Promise<Letter | undefined> {
  if (!contact) return undefined;
  const content = compose(mail, data, { site: await site(), email: contact });
  return { to: contact, content, replyTo: data['email'] };
}

/** An invitation that was withdrawn in between is not sent. */
async function mailToInvited(deps: MailDeps, mail: MailName, data: OutboxRecord['data']): Promise<Letter | undefined> {
  const isOpen = await invitationRepository(deps.table).of(data['email'] ?? '', deps.now());
  return isOpen && mailToAddress(deps, mail, data);
}

async function mailToAddress(
  { site }: MailDeps,
  mail: MailName,
  data: OutboxRecord['data'],
  objection: Pick<Envelope, 'objection'> = {},
): Promise<Letter> {
  const { email = '' } = data;
  const envelope = { site: await site(), email, ...objection };
  return { to: email, content: compose(mail, data, envelope) };
}

function wants(member: ProfileRecord, mail: MailName, data: OutboxRecord['data']): boolean {
  // An unconfirmed mailbox gets only the confirmation mail: other mails may contain a stranger's text.
  if (!member.emailConfirmedAt || mail === 'confirmEmail') return !member.emailConfirmedAt && mail === 'confirmEmail';
  // A blocked member can answer nothing.
  if (member.status === 'blocked' && (mail === 'resetPassword' || isAboutProposition(mail))) return false;
  return mail === 'resetPassword' || isAlwaysSent(mail, data) || getsMailsOf(mails[mail].group, member);
}

/** The secret of a link: stored as a hash with its purpose, in clear only in the mail. */
async function mint(
  { table, now }: MailDeps,
  mail: MailName,
  member: ProfileRecord,
  to: string,
): Promise<string | undefined> {
  const facts = factsOfToken(mail, { ...member, email: to }, now());
  if (!facts) return undefined;
  const token = newToken();
  await table.transact([issueToken(table, token, facts)]);
  return token;
}

function factsOfToken(
  mail: MailName,
  { id: memberId, email, resetEpoch }: ProfileRecord,
  now: number,
): Parameters<typeof issueToken>[2] | undefined {
  if (mail === 'confirmEmail') return { purpose: 'confirm', memberId, email, expiresAt: now + linkLifetimeMs };
  if (mail === 'correctEmail') return { purpose: 'newEmail', memberId, email, expiresAt: now + linkLifetimeMs };
  if (mail === 'resetPassword')
    return { purpose: 'reset', memberId, epoch: resetEpoch, expiresAt: now + linkLifetimeMs };
  return mail === 'archiveReady' ? { purpose: 'archive', memberId, expiresAt: now + archiveLinkMs } : undefined;
}

const markAs = ({ table }: MailDeps, key: Key, state: 'sent' | 'skipped' | 'refused') =>
  table.transact([table.update(key, expression`SET #record.#state = ${state} REMOVE #record.leaseUntil`)]);

const release = ({ table }: MailDeps, key: Key) =>
  table.transact([table.update(key, expression`REMOVE #record.leaseUntil`, recordHaving('state', 'pending'))]);
