import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import type { Clock } from '../clock.ts';
import { picture } from './pictures.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

interface Member {
  readonly userId: string;
  readonly caller: Caller;
}

/** Payments and their files. The same tone is the same file, which administrators are warned about. */
const payments = [
  { ago: 18, by: 'Karim', tone: 21, outcome: 'approved' },
  { ago: 4, by: 'Mehdi', tone: 22, outcome: 'rejected' },
  { ago: 0.1, by: 'Lina', tone: 23, outcome: 'pending' },
  { ago: 0.1, by: 'Sofiane', tone: 21, outcome: 'pending' },
] as const;

const pauseSeconds = 240;

/** Receipts of this day, in each state, made through the members' own calls. */
export async function pay(
  ago: number,
  {
    site,
    named,
    admin,
    clock,
  }: { site: SiteClient; named: (firstName: string) => Member; admin: Caller; clock: Clock },
): Promise<void> {
  for (const { by, tone, outcome } of payments.filter((payment) => payment.ago === ago)) {
    const now = clock.now();
    const receiptId = await send(site, named(by), picture('recu-de-virement.png', tone), now);
    await clock.set(clock.offsetSeconds() + pauseSeconds);
    const call = { params: { receiptId }, version: 1 };
    if (outcome === 'approved') await admin.ok('approveReceipt', call);
    if (outcome === 'rejected') {
      const body = { reason: "Le justificatif n'est pas lisible. Envoyez une photo nette et entière du reçu." };
      await admin.ok('rejectReceipt', { ...call, body });
    }
  }
}

async function send(site: SiteClient, { caller }: Member, file: ChosenFile, now: number): Promise<string> {
  const uploadId = await site.upload(file, (announced) => caller.ok('requestReceiptUpload', { body: announced }));
  const body = { uploadId, paidOn: dayOf(now - 2 * dayMs), reference: `VIR ${uploadId.slice(0, 6).toUpperCase()}` };
  return (await caller.ok('sendReceipt', { body })).id;
}

/** A subscription that has run out. A year ago there was no site to pay on, so this is written directly. */
export async function runOut(table: Table, memberId: string, now: number): Promise<void> {
  const profiles = profileRepository(table);
  const profile = await profiles.read(memberId);
  if (!profile) throw new Error('The member with the old subscription is missing');
  const day = (days: number) => new Date(now - days * dayMs).toISOString();
  const [subscriptionStart, subscriptionEnd] = [day(375), day(10)];
  await table.transact([
    profiles.save({ ...profile, subscriptionStart, subscriptionEnd, version: profile.version + 1 }),
    receiptRepository(table).putEnd(memberId, subscriptionEnd, now),
  ]);
}
