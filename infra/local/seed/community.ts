import type * as z from 'zod/mini';
import type { NewAlert } from '#shared/alerts/contract.ts';
import { type Day, lastHours, onDays } from './accounts.ts';
import { drawnPicture, picture } from './pictures.ts';

interface Look {
  readonly ground: string;
  readonly skin: string;
  readonly hair: string;
  readonly coat: string;
  readonly style: 'short' | 'curly' | 'long' | 'bun' | 'scarf';
  readonly beard?: true;
  readonly glasses?: true;
}

/** The members of the demo as they look, by first name; those without a line have no picture. */
const looks: Readonly<Record<string, Look>> = {
  Amel: { ground: '#FDE6C2', skin: '#E8B58F', hair: '#3A241B', coat: '#0B5A6B', style: 'long' },
  Karim: { ground: '#D3E7EA', skin: '#C98D63', hair: '#1F1713', coat: '#C96A0B', style: 'short', beard: true },
  Sofiane: { ground: '#CDE9D6', skin: '#D9A27A', hair: '#2B1D16', coat: '#173E75', style: 'curly', glasses: true },
  Lina: { ground: '#D2E1F8', skin: '#EBC1A0', hair: '#2A7D8C', coat: '#084453', style: 'scarf' },
  Yacine: { ground: '#F1EFEB', skin: '#B97B52', hair: '#6E6A66', coat: '#1B6B3A', style: 'short', glasses: true },
  Camille: { ground: '#F9D3D2', skin: '#F2CDB2', hair: '#A65A2A', coat: '#57524B', style: 'bun' },
  Nadia: { ground: '#FFE0B5', skin: '#D49B70', hair: '#A82320', coat: '#35312C', style: 'scarf', glasses: true },
  Mehdi: { ground: '#8FC0C8', skin: '#C58A60', hair: '#15100D', coat: '#FAF9F7', style: 'curly', beard: true },
};

const behind: Readonly<Record<Look['style'], string>> = {
  short: '',
  curly: '',
  long: '<path d="M58 108c0-48 26-74 62-74s62 26 62 74v84H58Z"/>',
  bun: '<circle cx="120" cy="34" r="24"/>',
  scarf: '<path d="M54 112c0-52 28-80 66-80s66 28 66 80c0 40 10 70 24 92H30c14-22 24-52 24-92Z"/>',
};

const inFront: Readonly<Record<Look['style'], string>> = {
  short: '<path d="M74 100c-4-40 16-62 46-62s50 22 46 62c-6-18-14-28-24-32-22 8-42 6-56-2-6 8-10 20-12 34Z"/>',
  curly:
    '<path d="M72 104a22 22 0 0 1-2-34 22 22 0 0 1 24-26 24 24 0 0 1 48-4 22 22 0 0 1 28 26 22 22 0 0 1-2 38c-2-16-6-26-14-32-24 6-50 6-68 0-8 8-12 18-14 32Z"/>',
  long: '<path d="M72 112c-4-46 16-70 48-70s52 24 48 70c-4-22-14-38-30-46-18 16-44 24-58 22-4 8-7 16-8 24Z"/>',
  bun: '<path d="M73 108c-4-42 16-66 47-66s51 24 47 66c-4-22-12-34-24-42-22 12-46 12-60 6-6 10-9 22-10 36Z"/>',
  scarf:
    '<path d="M66 116c0-46 20-70 54-70s54 24 54 70c0 34-14 60-30 74 26-20 22-62 20-84-2-26-16-46-44-46S78 80 76 106c-2 22-6 64 20 84-16-14-30-40-30-74Z"/>',
};

const drawn = ({ ground, skin, hair, coat, style, beard, glasses }: Look) => `
<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 240 240">
  <rect width="240" height="240" fill="${ground}"/>
  <g fill="${hair}">${behind[style]}</g>
  <path d="M24 244c4-44 40-62 96-62s92 18 96 62Z" fill="${coat}"/>
  <path d="M100 150h40v34c0 10-9 18-20 18s-20-8-20-18Z" fill="${skin}"/>
  <path d="M100 160c8 12 32 12 40 0v10c-10 10-30 10-40 0Z" opacity=".18"/>
  <ellipse cx="120" cy="112" rx="46" ry="56" fill="${skin}"/>
  ${beard ? `<path d="M74 112c2 34 18 60 46 60s44-26 46-60c-6 14-14 22-22 24-14-6-34-6-48 0-8-2-16-10-22-24Z" fill="${hair}"/>` : ''}
  <g fill="${hair}">${inFront[style]}</g>
  <g fill="none" stroke="#241712" stroke-linecap="round" stroke-width="4">
    <path d="M92 98c6-5 14-5 20-1M128 97c6-4 14-4 20 1"/>
    <path d="M118 116c-4 8-4 12 3 12" stroke-width="3" opacity=".5"/>
  </g>
  <circle cx="102" cy="110" r="4.5" fill="#241712"/>
  <circle cx="138" cy="110" r="4.5" fill="#241712"/>
  <path d="M103 138c8 12 26 12 34 0-10 4-24 4-34 0Z" fill="#FFF" stroke="#8A3B2E" stroke-width="2"/>
  <g fill="#D9534A" opacity=".16"><circle cx="92" cy="130" r="9"/><circle cx="148" cy="130" r="9"/></g>
  ${glasses ? '<g fill="none" stroke="#35312C" stroke-width="4"><circle cx="102" cy="110" r="15"/><circle cx="138" cy="110" r="15"/><path d="M117 108h6"/></g>' : ''}
</svg>`;

/** Reviews by first names of author and member. Some pairs completed a delivery together. */
const reviews: readonly (readonly [ago: number, by: string, about: string, rating: number, comment?: string])[] = [
  [28, 'Mehdi', 'Karim', 3, 'Correct, mais le rendez-vous a changé deux fois de lieu.'],
  [28, 'Nadia', 'Karim', 5, 'Toujours joignable, il a tenu ma mère au courant de son arrivée.'],
  [28, 'Amel', 'Karim', 5],
  [18, 'Camille', 'Karim', 4, 'Livraison réussie, avec une petite heure de retard à la gare.'],
  [18, 'Inès', 'Sofiane', 5],
  [18, 'Camille', 'Yacine', 5, 'Photos envoyées à chaque étape, parfait.'],
  [9, 'Lina', 'Karim', 5, 'Voyageur de confiance, je recommande.'],
  [9, 'Karim', 'Lina', 4],
  [9, 'Camille', 'Nadia', 4, 'Bonne communication avant le départ.'],
  [4, 'Nadia', 'Camille', 5, 'Tout était prêt, étiquette comprise.'],
  [1, 'Lina', 'Sofiane', 4, "Le destinataire n'y était plus, et il m'a tout rapporté avec soin."],
  [1, 'Sofiane', 'Lina', 5, "Expéditrice sérieuse, rendez-vous à l'heure."],
  [0.1, 'Amel', 'Yacine', 5, 'Ponctuel et soigneux, le colis est arrivé en parfait état. Merci !'],
  [0.1, 'Yacine', 'Amel', 5, 'Colis bien emballé, échanges très agréables.'],
];

const friends: readonly (readonly [string, string])[] = [
  ['Amel', 'Karim'],
  ['Amel', 'Lina'],
  ['Amel', 'Yacine'],
  ['Lina', 'Sofiane'],
  ['Camille', 'Nadia'],
  ['Karim', 'Yacine'],
];

/** One after the other: the latest comes first on a profile. */
export const review = onDays(reviews, ([, by, about, rating, comment], { named }) =>
  named(by).caller.ok('leaveReview', {
    params: { userId: named(about).userId },
    body: { rating, ...(comment ? { comment } : {}) },
  }),
);

const blocks: readonly (readonly [string, string])[] = [['Nadia', 'Mehdi']];

export async function befriend({ ago, site, named }: Day): Promise<void> {
  if (ago !== lastHours) return;
  for (const [a, b] of friends) await named(a).caller.ok('addFriend', { params: { userId: named(b).userId } });
  for (const [a, b] of blocks) await named(a).caller.ok('blockMember', { params: { userId: named(b).userId } });
  await Promise.all(
    Object.entries(looks).map(async ([firstName, look]) => {
      const { caller } = named(firstName);
      const uploadId = await site.upload(await drawnPicture('portrait.png', drawn(look)), (announced) =>
        caller.ok('requestAvatarUpload', { body: announced }),
      );
      await caller.ok('setAvatar', { body: { uploadId } });
    }),
  );
}

/** Inès has married: her new name waits for an administrator, with the document that shows it. */
export const newName = onDays([[lastHours, 'Inès', 'Rahmani']] as const, async ([, firstName, married], day) => {
  const { caller, seeded } = day.named(firstName);
  const idDocument = await day.site.upload(await picture('colis.png', 12), (announced) =>
    caller.ok('requestDocumentUpload', { body: { kind: 'id_document', ...announced } }),
  );
  const lastName = `${seeded.lastName}-${married}`;
  await caller.ok('proposeName', { body: { firstName: seeded.firstName, lastName, idDocument } });
});

/** A report of a member that was decided without a measure, and one of a review that waits. */
export async function report({ ago, named, admin }: Day): Promise<void> {
  if (ago !== lastHours) return;
  const { userId } = named('Sofiane');
  await named('Camille').caller.ok('reportMember', {
    params: { userId },
    body: { reason: 'other', text: 'Il ne répond plus depuis deux jours.' },
  });
  const { items } = await admin.ok('adminReports');
  for (const { id, version, about } of items.filter(({ accused }) => accused?.id === userId)) {
    if (about.kind !== 'member') continue;
    await admin.ok('decideReport', {
      params: { reportId: id },
      version,
      body: { outcome: 'dismissed', reason: "Nous n'avons rien trouvé de contraire à nos conditions." },
    });
  }
  await named('Karim').caller.ok('reportReview', {
    params: { reviewId: `${named('Karim').userId}.${named('Mehdi').userId}` },
    body: { reason: 'false', text: "Le lieu du rendez-vous n'a changé qu'une fois, à sa demande." },
  });
}

const [paris, nice] = [
  { countryCode: 'FR', city: 'Paris', placeId: '2988507' },
  { countryCode: 'FR', city: 'Nice', placeId: '2990440' },
];
const [tlemcen, oran] = [
  { countryCode: 'DZ', city: 'Tlemcen', placeId: '2475687' },
  { countryCode: 'DZ', city: 'Oran', placeId: '2485926' },
];

const alerts: readonly (readonly [ago: number, by: string, z.input<typeof NewAlert>, endsInDays?: number])[] = [
  [28, 'Karim', { kind: 'parcel', from: paris, to: tlemcen, filter: 'weight-10', when: 'now' }, 10],
  [1, 'Camille', { kind: 'trip', from: { countryCode: 'FR' }, to: oran, when: 'now' }],
  [1, 'Camille', { kind: 'trip', from: nice, to: { countryCode: 'CA' }, filter: 'transport-plane', when: 'day' }],
];

export const keepAlerts = onDays(alerts, ([, by, alert, endsInDays], { named, now }) => {
  const until = endsInDays && new Date(now + endsInDays * 86_400_000).toISOString().slice(0, 10);
  return named(by).caller.ok('addAlert', { body: { ...alert, ...(until ? { until } : {}) } });
});
