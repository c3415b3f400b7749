import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import PostalMime, { type Address, addressParser } from 'postal-mime';
import * as z from 'zod/mini';
import { accessKeyIn } from '../iam/keys.ts';
import { writeAtomically } from './atomic-file.ts';
import { listen, readBody } from './http-server.ts';
import { ServiceError } from './json-protocol.ts';
import { type Reaction, reactionEvent, simulated } from './ses-events.ts';
import { escapeMarkup } from './xml.ts';

const Mail = z.object({
  to: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  /** Those of a raw mail, in small letters. */
  headers: z.optional(z.record(z.string(), z.string())),
  at: z.string(),
});

/** A mail that was accepted: every recipient (copies too) as a bare address, and the time of acceptance (ISO 8601). */
export type Mail = z.infer<typeof Mail>;

type Draft = Omit<Mail, 'at'> & { readonly configurationSet?: string | undefined };

/**
 * Modes of SES: `sandbox` accepts only mails to verified addresses, `unverified` none of our sender, `throttled` none
 * above one a second, `paused` none. `dailyQuota` reports that today's quota is spent.
 */
export const sesModes = ['normal', 'sandbox', 'unverified', 'throttled', 'paused', 'dailyQuota'] as const;
type SesMode = (typeof sesModes)[number];

export const mailboxModes = ['bounce', 'complaint', 'deliver'] as const;

export interface MailEvents {
  readonly region: string;
  readonly sets: readonly { readonly configurationSet: string; readonly types: readonly string[] }[];
  readonly publish: (event: unknown) => void;
}

export interface Ses {
  endpoint: string;
  mode: () => SesMode;
  behave(mode: SesMode): void;
  /** A mail to this address comes back, or is reported, and later ones are suppressed; `deliver` ends that. */
  react(address: string, how: (typeof mailboxModes)[number]): void;
  /** Newest first; with `to`, only the mails that this address received. */
  mails(to?: string): Mail[];
  clear(): void;
  /** Calls `listener` for each accepted mail; returns a function that stops it. */
  onMail(listener: (mail: Mail) => void): () => void;
  close(): Promise<void>;
}

export type SesGuard = (call: { accessKeyId: string | undefined; action: string; form: URLSearchParams }) => void;

const dayMs = 86_400_000;
const forbidden = new Set(['AccessDenied', 'InvalidClientTokenId', 'MissingAuthenticationToken']);

/** SES takes no such address: failures of the outbox can be tried by hand too. The simulator has one that it takes. */
const refusedLocalPart = 'bounce';

/**
 * A sink in place of SES (its version 1 Query API): no mail leaves the machine, and every mail can be read.
 * With `file` the mails survive a restart, one JSON line each.
 */
export async function startSes(
  options: { file?: string; port?: number; now?: () => number; guard?: SesGuard; events?: MailEvents } = {},
): Promise<Ses> {
  const { file, now = Date.now, events } = options;
  const stored = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const accepted = stored.map((line) => Mail.parse(JSON.parse(line)));
  const listeners = new Set<(mail: Mail) => void>();

  let mode: SesMode = 'normal';
  let lastSecond = 0;
  const suppressed = new Map<string, Reaction['why']>();

  const tell = (reaction: Reaction, mail: Pick<Draft, 'from' | 'subject'>, to: string, set: string | undefined) => {
    const known = events?.sets.find(({ configurationSet }) => configurationSet === set);
    if (!events || !known?.types.includes(reaction.why)) return;
    const { from, subject } = mail;
    const at = new Date(now()).toISOString();
    const messageId = newMessageId();
    const { configurationSet } = known;
    events.publish(
      reactionEvent(reaction, { to, from, subject, configurationSet, messageId, region: events.region, at }),
    );
  };

  const reactionOf = (address: string): Reaction | undefined => {
    const why = suppressed.get(address);
    return simulated(address) ?? (why && { why, isSuppressed: true });
  };

  const accept = ({ configurationSet, ...draft }: Draft): void => {
    const second = Math.floor(now() / 1000);
    const isAgain = second === lastSecond;
    lastSecond = second;
    checkRecipients(draft.to);
    refuseAs(mode, draft, isAgain);
    const reactions = draft.to.map((address) => ({ address, reaction: reactionOf(address) }));
    for (const { address, reaction } of reactions) if (reaction) tell(reaction, draft, address, configurationSet);
    const reached = reactions.filter(
      ({ reaction }) => !reaction || (reaction.why === 'complaint' && !reaction.isSuppressed),
    );
    if (reached.length === 0) return;
    const mail = { ...draft, to: reached.map(({ address }) => address), at: new Date(now()).toISOString() };
    accepted.push(mail);
    if (file) {
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
    }
    for (const listener of listeners) listener(mail);
  };

  const server = await listen(
    (request, response) =>
      answerQuery({ accept, quota: () => quotaOf(mode, accepted, now()) }, request, response, options.guard),
    options.port,
    options.now,
  );
  return {
    ...server,
    mails: (to) => accepted.filter((mail) => to === undefined || mail.to.includes(to.toLowerCase())).toReversed(),
    mode: () => mode,
    behave: (next) => {
      mode = next;
    },
    react: (address, how) => {
      const email = address.toLowerCase();
      if (how === 'deliver') return void suppressed.delete(email);
      suppressed.set(email, how);
      const mail = { from: 'no-reply@localhost', subject: '' };
      tell({ why: how, isSuppressed: false }, mail, email, events?.sets[0]?.configurationSet);
    },
    clear: () => {
      accepted.length = 0;
      if (file) writeAtomically(file, '');
    },
    onMail: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** SES's answer in this mode to a well-formed mail; `isAgain`: another one came in the same second. */
function refuseAs(mode: SesMode, { to, from }: Draft, isAgain: boolean): void {
  const [stranger] = to.filter((address) => !address.endsWith('@simulator.amazonses.com') && address !== from);
  const unverified = mode === 'unverified' ? from : mode === 'sandbox' && stranger;
  if (unverified)
    throw new ServiceError(
      'MessageRejected',
      `Email address is not verified. The following identities failed the check in region EU-WEST-3: ${unverified}`,
    );
  if (mode === 'throttled' && isAgain) throw new ServiceError('Throttling', 'Maximum sending rate exceeded.');
  if (mode === 'paused') throw new ServiceError('AccountSendingPausedException', 'Sending is disabled.');
  if (mode === 'dailyQuota') throw new ServiceError('Throttling', 'Daily message quota exceeded.');
}

/** `GetSendQuota` in this mode. Outside the sandbox an account with some history. */
function quotaOf(mode: SesMode, accepted: readonly Mail[], now: number) {
  const isSmall = mode === 'sandbox' || mode === 'throttled';
  const [aDay, aSecond] = isSmall ? [200, 1] : [50_000, 50];
  const since = new Date(now - dayMs).toISOString();
  const sent = accepted.filter(({ at }) => at > since).length;
  return {
    Max24HourSend: aDay,
    MaxSendRate: aSecond,
    SentLast24Hours: mode === 'dailyQuota' ? aDay : Math.min(sent, aDay),
  };
}

interface Account {
  readonly accept: (draft: Draft) => void;
  readonly quota: () => Readonly<Record<string, number>>;
}

async function answerQuery(
  { accept, quota }: Account,
  request: IncomingMessage,
  response: ServerResponse,
  guard: SesGuard | undefined,
) {
  const form = new URLSearchParams((await readBody(request)).toString());
  const action = form.get('Action') ?? '';
  try {
    guard?.({ accessKeyId: accessKeyIn(request.headers.authorization), action, form });
    const answer = action === 'GetSendQuota' ? quota() : { MessageId: await sent(accept, action, form) };
    const result = Object.entries(answer).map(([name, value]) => `<${name}>${value}</${name}>`);
    sendXml(
      response,
      200,
      `<${action}Response><${action}Result>${result.join('')}</${action}Result></${action}Response>`,
    );
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const detail = `<Type>Sender</Type><Code>${error.code}</Code><Message>${escapeMarkup(error.message)}</Message>`;
    sendXml(
      response,
      forbidden.has(error.code) ? 403 : 400,
      `<ErrorResponse><Error>${detail}</Error><RequestId>${randomUUID()}</RequestId></ErrorResponse>`,
    );
  }
}

async function sent(accept: Account['accept'], action: string, form: URLSearchParams): Promise<string> {
  accept({ ...(await draftOf(action, form)), configurationSet: form.get('ConfigurationSetName') ?? undefined });
  return newMessageId();
}

const newMessageId = () => `${randomUUID()}-000000`;

async function draftOf(action: string, form: URLSearchParams): Promise<Draft> {
  if (action === 'SendEmail') return simpleMail(form);
  if (action === 'SendRawEmail') return rawMail(form);
  throw new ServiceError('InvalidAction', `${action || 'This request'} is not emulated`);
}

function simpleMail(form: URLSearchParams): Draft {
  const copies = ['ToAddresses', 'CcAddresses', 'BccAddresses'].flatMap((list) => members(form, `Destination.${list}`));
  const subject = form.get('Message.Subject.Data');
  if (subject === null) throw new ServiceError('ValidationError', "Value null at 'message.subject' must not be null");
  const html = form.get('Message.Body.Html.Data') ?? '';
  const text = form.get('Message.Body.Text.Data') ?? '';
  return { to: copies.flatMap(addressesOf), from: senderOf(form.get('Source')), subject, html, text };
}

async function rawMail(form: URLSearchParams): Promise<Draft> {
  const parsed = await PostalMime.parse(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'));
  const envelope = members(form, 'Destinations').flatMap(addressesOf);
  const header = bareAddresses([...(parsed.to ?? []), ...(parsed.cc ?? []), ...(parsed.bcc ?? [])]);
  return {
    to: envelope.length > 0 ? envelope : header,
    from: senderOf(form.get('Source') ?? bareAddresses(parsed.from ? [parsed.from] : [])[0] ?? null),
    subject: parsed.subject ?? '',
    html: parsed.html ?? '',
    text: parsed.text ?? '',
    headers: Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value])),
  };
}

/** The members of a Query API list: `Destination.ToAddresses.member.1`, `.2`, … */
function members(form: URLSearchParams, list: string): string[] {
  const values: string[] = [];
  for (let i = 1; ; i += 1) {
    const value = form.get(`${list}.member.${i}`);
    if (value === null) return values;
    values.push(value);
  }
}

function addressesOf(written: string): string[] {
  const addresses = bareAddresses(addressParser(written));
  return addresses.length > 0 ? addresses : [written];
}

function bareAddresses(addresses: readonly Address[]): string[] {
  return addresses.flatMap((entry) => entry.group ?? [entry]).map((mailbox) => mailbox.address.toLowerCase());
}

function senderOf(source: string | null): string {
  if (!source) throw new ServiceError('InvalidParameterValue', "Missing required header 'From'.");
  return source;
}

function checkRecipients(to: readonly string[]): void {
  if (to.length === 0) throw new ServiceError('InvalidParameterValue', "Missing required header 'To'.");
  for (const address of to) {
    if (!/^[^\s@]+@[^\s@]+$/.test(address)) throw new ServiceError('InvalidParameterValue', "Missing final '@domain'");
    if (address.split('@')[0] === refusedLocalPart && !simulated(address)) {
      throw new ServiceError('InvalidParameterValue', `The address ${address} is refused on purpose.`);
    }
  }
}

function sendXml(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'text/xml' }).end(content);
}
