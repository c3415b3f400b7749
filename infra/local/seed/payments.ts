import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { picture } from './pictures.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

interface Member {
  readonly userId: string;
  readonly caller: Caller;
}

/** Payments and their files. The same tone is the same file, which administrators are warned about. */
const payments = [
  { by: 'Karim', tone: 21, outcome: 'approved' },
  { by: 'Mehdi', tone: 22, outcome: 'rejected' },
  { by: 'Lina', tone: 23, outcome: 'pending' },
  { by: 'Sofiane', tone: 21, outcome: 'pending' },
] as const;

/** Receipts in each state, made through the members' own calls, and a subscription that has run out. */
export async function pay(
  site: SiteClient,
  named: (firstName: string) => Member,
  admin: Caller,
  { table, now }: { table: Table; now: number },
): Promise<void> {
  for (const { by, tone, outcome } of payments) {
    const receiptId = await send(site, named(by), picture('recu-de-virement.png', tone), now);
    const call = { params: { receiptId }, version: 1 };
    if (outcome === 'approved') await admin.ok('approveReceipt', call);
    if (outcome === 'rejected') {
      const body = { reason: "Le justificatif n'est pas lisible. Envoyez une photo nette et entière du reçu." };
      await admin.ok('rejectReceipt', { ...call, body });
    }
  }
  await runOut(table, named('Yacine').userId, now);
}

async function send(site: SiteClient, { caller }: Member, file: ChosenFile, now: number): Promise<string> {
  const uploadId = await site.upload(file, (announced) => caller.ok('requestReceiptUpload', { body: announced }));
  const body = { uploadId, paidOn: dayOf(now - 2 * dayMs), reference: `VIR ${uploadId.slice(0, 6).toUpperCase()}` };
  return (await caller.ok('sendReceipt', { body })).id;
}

/** A year ago there was no site to pay on, so this is written directly. */
async function runOut(table: Table, memberId: string, now: number): Promise<void> {
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
