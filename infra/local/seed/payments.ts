import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { brand } from '#shared/values/brand.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { type Day, lastHours, onDays } from './accounts.ts';
import { picture } from './pictures.ts';

/** Payments and their files. The same tone is the same file, which administrators are warned about. */
const payments = [
  [28, 'Mehdi', 22, 'rejected'],
  [18, 'Karim', 21, 'approved'],
  [9, 'Camille', 24, 'withdrawn'],
  [4, 'Nadia', 25, 'approved'],
  [lastHours, 'Lina', 23, 'pending'],
  [lastHours, 'Sofiane', 21, 'pending'],
] as const;

const pauseSeconds = 240;

export const pay = onDays(payments, async ([, by, tone, outcome], { site, named, admin, clock }) => {
  const { caller } = named(by);
  const paidOn = dayOf(clock.now() - 2 * dayMs);
  const uploadId = await site.upload(await picture('recu-de-virement.png', tone), (announced) =>
    caller.ok('requestReceiptUpload', { body: announced }),
  );
  const sent = { uploadId, paidOn, reference: `VIR ${uploadId.slice(0, 6).toUpperCase()}` };
  const { id: receiptId } = await caller.ok('sendReceipt', { body: sent });
  await clock.set(clock.offsetSeconds() + pauseSeconds);
  const call = { params: { receiptId }, version: 1 };
  if (outcome === 'approved' || outcome === 'withdrawn') await admin.ok('approveReceipt', call);
  if (outcome === 'withdrawn') await caller.ok('withdrawSubscription', { params: { receiptId } });
  if (outcome === 'rejected') {
    const body = { reason: "Le justificatif n'est pas lisible. Envoyez une photo nette et entière du reçu." };
    await admin.ok('rejectReceipt', { ...call, body });
  }
});

/** A subscription that has run out. A year ago there was no site to pay on, so this is written directly. */
export const runOut = (table: Table) =>
  onDays([[lastHours, 'Yacine']] as const, async ([, firstName], { named, now }: Day) => {
    const profiles = profileRepository(table);
    const { userId } = named(firstName);
    const profile = await profiles.read(userId);
    if (!profile) throw new Error('The member with the old subscription is missing');
    const day = (days: number) => new Date(now - days * dayMs).toISOString();
    const [subscriptionStart, subscriptionEnd] = [day(375), day(10)];
    await table.transact([
      profiles.save({ ...profile, subscriptionStart, subscriptionEnd, version: profile.version + 1 }),
      receiptRepository(table).putEnd(userId, subscriptionEnd, now),
    ]);
  });

/** Invented accounts; the IBAN is the example of the French banks. */
const accounts = [
  [
    28,
    {
      bankName: 'Banque des Deux Rives',
      iban: 'FR76 3000 6000 0112 3456 7890 189',
      bic: 'AGRIFRPP',
      address: '12 quai du Port\n13002 Marseille',
      notes: "Compte de démonstration : n'y versez rien.",
    },
  ],
  [18, { bankName: 'Algérie Banque Populaire', iban: '007 99999 0001234567 89' }],
  [9, { bankName: 'CCP', iban: '1234567 clé 89' }],
] as const;

export const openBankAccounts = onDays(accounts, ([, account], { admin }) =>
  admin.ok('createBank', { body: { ...account, accountHolder: brand.name } }),
);

type Advertisement = readonly [
  ago: number,
  position: AdminAdvertisement['position'],
  path: string,
  title: string,
  description: string,
  more?: { readonly tone?: number; readonly isActive?: false },
];

/** Invented shops: one for each position, some with a picture in their `tone`, and one that is not shown. */
const advertisements: readonly Advertisement[] = [
  [28, 'footer', 'cours', 'Cours de français', 'Le soir, en ligne.', { isActive: false }],
  [18, 'footer', 'traduction', 'Traduction assermentée', 'Actes, diplômes et dossiers, en français et en arabe.'],
  [9, 'header', 'balance', 'Pesez avant de partir', 'La balance à bagages qui tient dans la poche.'],
  [4, 'sidebar', 'valises', 'Valises cabine', 'Légères, garanties dix ans.', { tone: 31 }],
  [
    1,
    'home',
    'cartons',
    'Cartons et papier bulle',
    'Livrés chez vous en deux jours, de la boîte à chaussures à la malle.',
    { tone: 5 },
  ],
];

export const advertise = onDays(
  advertisements,
  async ([, position, path, title, description, { tone, ...more } = {}], { site, admin }) => {
    const drawing = tone === undefined ? undefined : await picture('annonce.png', tone);
    const uploadId =
      drawing &&
      (await site.upload(drawing, (announced) => admin.ok('requestAdvertisementUpload', { body: announced })));
    const linkUrl = `https://example.org/${path}`;
    const body = { position, title, description, linkUrl, priority: 10, ...more, ...(uploadId ? { uploadId } : {}) };
    await admin.ok('createAdvertisement', { body });
  },
);
