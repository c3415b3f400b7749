import { parcelItem } from '#functions/parcels/repository.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { reportItem } from '#functions/reports/repository.ts';
import { advertisementItem } from '#functions/site/advertisements.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { AdvertisementRecord } from '#shared/site/rules.ts';
import { minuteMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aParcelRecord, aReceiptRecord, aReportRecord, aTripRecord } from '#test/support/factories.ts';

/** The moment at which the panel is read. */
export const now = Date.parse('2026-11-20T10:00:00.000Z');
export const judge = memberIds.A;
const id = (number: number) => `00000000-0000-4000-8000-1${String(number).padStart(11, '0')}`;

const administrator = (memberId: string, createdAt: string): Item => ({
  ...keys.administrator(memberId),
  kind: 'administrator',
  status: 'active',
  rootAdmin: false,
  email: `${memberId}@exemple.fr`,
  createdAt,
});

const anAdvertisement = (number: number, createdAt: string): AdvertisementRecord => ({
  id: id(number),
  title: 'Cartons et papier bulle',
  description: 'Livrés chez vous en un jour.',
  linkUrl: 'https://cartons.example/offre',
  position: 'home',
  priority: number % 1000,
  isActive: true,
  createdBy: judge,
  createdAt,
  version: 1,
});

const aBank = (number: number, createdAt: string): Item => ({
  ...keys.bank(createdAt, id(number)),
  kind: 'bank',
  version: 1,
  record: {
    id: id(number),
    bankName: 'Banque des Deux Rives',
    accountHolder: 'Envoyage',
    iban: 'FR7630006000011234567890189',
    createdAt,
    version: 1,
  },
});

/** One row in every list of the panel: a member of their own, with all of theirs. */
export function rowsOf(number: number): Item[] {
  const at = new Date(now - number * minuteMs).toISOString();
  const memberId = id(number);
  const idDocument = { uploadId: 'u', key: 'k', contentType: 'image/png', at } as const;
  const profile = aProfile('O', { id: memberId, status: 'pending', emailConfirmedAt: at, createdAt: at, idDocument });
  const listing = { id: id(number), ownerId: memberId, createdAt: at, adminStatus: 'pending' } as const;
  const line = { id: id(number), at, admin: { id: judge }, action: 'approveTrip', targetType: 'trip' };
  return [
    profileItem(profile),
    { ...keys.stats(memberId), kind: 'stats', ratingSum: 9, ratingCount: 2, tripCount: 3, parcelCount: 1 },
    tripItem(aTripRecord(listing)),
    parcelItem(aParcelRecord(listing)),
    receiptItem(aReceiptRecord({ id: id(number), memberId, payer: payerOf(profile), sentAt: at })),
    reportItem(
      aReportRecord({
        id: id(number),
        reporterId: memberId,
        accusedId: id(number + 1),
        text: 'Il ne répond plus depuis deux jours.',
        createdAt: at,
      }),
    ),
    advertisementItem(anAdvertisement(number, at)),
    // The lists of administrators and of bank accounts are one page each.
    ...(number < 20 ? [administrator(memberId, at), aBank(number, at)] : []),
    {
      ...keys.log(at, id(number)),
      ...indexes.logOf(id(number), at, id(number)),
      kind: 'log',
      record: { ...line, targetId: id(number), details: {} },
    },
  ];
}
