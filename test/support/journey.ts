import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { keys } from '#functions/platform/keys.ts';
import type { DemoAccounts } from '#infra/local/seed/demo.ts';
import { type Caller, openSite, type SiteClient } from '#infra/local/seed/site-client.ts';
import { type LiveEvent, parseLiveEvent } from '#shared/live.ts';
import { withOrdinarySpaces } from '#test/support/readable.ts';
import { aJpeg } from './images.ts';
import { put } from './pipeline.ts';
import { proveSession, tableOfStack } from './stack-table.ts';

/** The running product of this test run. */
export const openTestSite = (): SiteClient => openSite(inject('origin'));

export const password = 'Traversee-2026';
export const photo = () => ({ name: 'photo.jpg', type: 'image/jpeg', bytes: aJpeg({ width: 320, height: 240 }) });

/** A member made through the product's own sign-up, with the name that the test gives them. */
export interface Traveller {
  readonly userId: string;
  readonly email: string;
  readonly caller: Caller;
}

/** Waits for a condition, as a member waits for their screen: tries again until it is true, 20 s at most by default. */
export async function until<T>(what: string, ask: () => Promise<T | undefined | false>, withinMs = 20_000): Promise<T> {
  const endsAt = Date.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > endsAt) throw new Error(`Not within ${withinMs / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export interface Mail {
  readonly to: string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Those of a mail that has its own, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The newest mail to an address whose text or subject has these words. */
export const mailTo = (site: SiteClient, email: string, words: RegExp): Promise<Mail> =>
  until(`a mail to ${email} with ${words}`, async () => {
    const mails = (await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as Mail[];
    return withOrdinarySpaces(mails).find(({ subject, text }) => words.test(`${subject}\n${text}`));
  });

/** The one-time token of the newest mail that has a link with one, to a page of this name where one is given. */
export async function tokenMailedTo(site: SiteClient, email: string, page = /[\w-]+/): Promise<string> {
  const link = new RegExp(`/${page.source}[^\\s]*[#&]token=([\\w-]{43})`);
  const { text } = await mailTo(site, email, link);
  return link.exec(text)?.[1] ?? '';
}

/** The demo accounts of the seed. */
export const seededPeople = async (site: SiteClient): Promise<DemoAccounts> => (await site.local('demo')).json();

/** The administrator of the seed, their session proven by the second factor. A stack of its own has another folder. */
export async function administrator(site: SiteClient, dataFolder = inject('dataFolder')): Promise<Caller> {
  const { admin } = await seededPeople(site);
  const caller = await site.member(admin.email, admin.password);
  await proveSession(caller.session?.accessToken ?? '', dataFolder);
  return caller;
}

/**
 * Half an hour after the proofs of an administrator, without moving the clock of all tests: the proofs of their
 * sessions end.
 */
export async function endProvenSessions(site: SiteClient, email: string): Promise<void> {
  const table = tableOfStack(inject('dataFolder'));
  const { items } = await (await administrator(site)).ok('administrators');
  const { pk, sk } = keys.provenSession(items.find((one) => one.email === email)?.id ?? '');
  const { items: proofs } = await table.query({
    KeyConditionExpression: 'pk = :member AND begins_with(sk, :proofs)',
    ExpressionAttributeValues: { ':member': pk, ':proofs': sk },
    ConsistentRead: true,
  });
  for (const proof of proofs) await put(table, { ...proof, until: 0 });
}

/** Signs up with both documents and confirms; with `approvedBy` the administrator also approves. */
export async function joined(site: SiteClient, firstName: string, approvedBy?: Caller): Promise<Traveller> {
  const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 8)}@example.org`;
  const body = { firstName, lastName: 'Voyage', email, phone: '+33612345678', password, acceptedTerms: true as const };
  const { userId, uploadTicket: ticket, proof } = await site.visitor.ok('signUp', { body });
  const sent = (kind: 'id_document' | 'face_photo') =>
    site.upload(photo(), (announced) =>
      site.visitor.ok('requestSignUpUpload', { body: { ticket, kind, ...announced } }),
    );
  const [idDocument, facePhoto] = await Promise.all([sent('id_document'), sent('face_photo')]);
  await site.visitor.ok('attachSignUpDocuments', { body: { ticket, idDocument, facePhoto } });
  await site.visitor.ok('confirmEmail', { body: { token: await tokenMailedTo(site, email), proof } });
  if (approvedBy) {
    const { version } = await approvedBy.ok('adminProfile', { params: { userId } });
    await approvedBy.ok('approveProfile', { params: { userId }, version });
  }
  return { userId, email, caller: await site.member(email, password) };
}

export interface Live {
  readonly events: LiveEvent[];
  /** Why the server closed the socket, if it did. */
  readonly ended: () => string | undefined;
  readonly closed: Promise<number>;
  send(frame: string): void;
  close(): void;
}

/** Opens the member's socket with a fresh ticket and collects what arrives. */
export async function listen(site: SiteClient, caller: Caller): Promise<Live> {
  const { ticket } = await caller.ok('issueSocketTicket');
  return listenWith(site, ticket);
}

export async function listenWith(
  site: SiteClient,
  ticket: string | undefined,
  headers: Record<string, string> = {},
): Promise<Live> {
  const address = new URL(
    ticket === undefined ? '/ws' : `/ws?ticket=${encodeURIComponent(ticket)}`,
    site.origin.replace('http', 'ws'),
  );
  const socket = new WebSocket(address, { headers: { origin: site.origin, ...headers } });
  const events: LiveEvent[] = [];
  let ended: string | undefined;
  socket.on('message', (frame: Buffer) => {
    const event = parseLiveEvent(frame.toString());
    if (event?.type === 'ended') ended = event.reason;
    else if (event && event.type !== 'stale') events.push(event);
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve());
    socket.once('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.once('error', reject);
  });
  return { events, ended: () => ended, closed, send: (frame) => socket.send(frame), close: () => socket.close() };
}

/** The day this number of days from now, as the contract writes it. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const aParcelToPublish = (title: string) => ({
  title,
  description: 'Une enveloppe de documents, remise en main propre.',
  contents: [{ category: 'papers' as const, count: 1 }],
  pickup: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
  delivery: { countryCode: 'DZ', city: 'Alger', placeId: '2507480' },
  weight: '1,5',
  size: 'small' as const,
  deadline: inDays(20),
});

export const aTripToPublish = () => ({
  depart: { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
  arrival: { countryCode: 'DZ', city: 'Alger', placeId: '2507480' },
  transport: 'plane' as const,
  travelDate: inDays(10),
  maxWeightKg: 8,
  maxSize: 'medium' as const,
  priceType: 'per_kg' as const,
  price: { amount: 800, currency: 'EUR' as const },
});

/** A parcel of `sender` that the administrator has approved. */
export async function listedParcel(sender: Traveller, admin: Caller, title: string) {
  const parcel = await sender.caller.ok('publishParcel', { body: aParcelToPublish(title) });
  await admin.ok('approveParcel', { params: { parcelId: parcel.id }, version: parcel.version });
  return sender.caller.ok('readParcel', { params: { parcelId: parcel.id } });
}
