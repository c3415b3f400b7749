import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { kinds } from '#functions/platform/kinds.ts';
import { expression, type Item } from '#functions/platform/table.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { ProofRecord } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { leftOut } from '#test/support/scenes/archive-parts.ts';
import { aWholeMember as aWorld, foreign, me } from '#test/support/scenes/whole-member.ts';
import { collect } from './collect.ts';

/** The archive of a member with one of everything. */
async function aWholeMember() {
  const { table, profile } = await aWorld();
  const contents = await collect(table, profile);
  return { table, contents, text: JSON.stringify(contents) };
}

/** Every value of an item, by its path. */
function leaves(value: unknown, path: string): [path: string, value: unknown][] {
  if (value === null || typeof value !== 'object') return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, path));
  return Object.entries(value).flatMap(([name, one]) => leaves(one, `${path}.${name}`));
}

/** An event of the carried parcel before the member carried it. */
const isOfAnother = ({ type, carrierId }: TrackingEvent) => type === 'published' || carrierId === 'former';

const isShown = (item: Item) => kinds[item['kind'] as keyof typeof kinds]?.archive === 'shown';

test('an archive has each field of each item of its member, or the list says why not', async () => {
  const { table, contents } = await aWholeMember();
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name }));
  const isOfOthers = ({ kind, pk, record }: Item) =>
    (kind === 'profile' && pk !== keys.member(me)) ||
    // Rows of the owner of a carried parcel, or of a friend, under their own keys.
    (kind === 'parcel' && (record as ParcelRecord).ownerId !== me) ||
    (['inbox', 'friend', 'block', 'carry'].includes(String(kind)) && pk !== keys.member(me)) ||
    (kind === 'event' && pk === 'P#colis-porte' && isOfAnother(record as TrackingEvent));
  const own = Items.filter((item) => isShown(item) && !isOfOthers(item));
  expect(new Set(own.map(({ kind }) => kind))).toEqual(
    new Set(Object.entries(kinds).flatMap(([kind, { archive }]) => (archive === 'shown' ? [kind] : []))),
  );
  const shown = new Set([
    ...leaves(contents.texts, '').map(([, value]) => value),
    // Storage keys, from which the archive reads its files.
    ...contents.files.map(({ key }) => key),
  ]);
  const missing = own.flatMap((item) =>
    leaves(item['record'], String(item['kind'])).filter(([path, value]) => {
      if (shown.has(value)) return false;
      const isCard = /\.(owner|carrier|with|partner|by)\.(firstName|lastName|reviewCount|verified|rating)$/.test(path);
      const isPhotoOfAnother = item['kind'] === 'proof' && (item['record'] as ProofRecord).by !== me;
      return !(path in leftOut || isCard || isPhotoOfAnother);
    }),
  );
  expect(missing).toEqual([]);
  for (const [, value] of leaves(
    Items.filter(({ sk }) => /^(A#STATS|DAY|MON)/.test(String(sk))).map(({ pk: _p, sk: _s, ...counts }) => counts),
    '',
  ))
    expect(shown).toContain(value);
});

test('an archive has of others no more than the id and the first name, and nothing of the machinery', async () => {
  const { text } = await aWholeMember();
  for (const secret of Object.values(foreign)) expect(text).not.toContain(secret);
  expect(text).not.toContain('Ce que seul son propriétaire a écrit');
  for (const name of ['Karim', 'Olga', 'Farid', 'Fatma']) expect(text).toContain(name);
  expect(text).not.toMatch(/sha256|resetEpoch|tokensValidAfter|gs\dpk|validatedBy|lastSeq|sameFile/);
});

test('an archive has the reasons that the member was shown, and the acts of administrators without their authors', async () => {
  const { text, contents } = await aWholeMember();
  for (const reason of ['statut', 'nom', 'refus', 'retour', 'trajet', 'paiement'])
    expect(text).toContain(`Motif du ${reason}`);
  expect(text).toContain('Motif de l’administrateur');
  const decisions = contents.texts['decisions.json'] as { action?: string; label: string }[];
  expect(decisions.map(({ action, label }) => action ?? label).toSorted()).toEqual([
    "Décision de notre équipe : Rendu à l'expéditeur",
    'approveProfile',
    'overrideParcel',
    'rejectReceipt',
    'rejectTrip',
  ]);
});

test('an archive has an end in the words of the page, and none that an accepted objection has annulled', async () => {
  const { table, profile } = await aWorld();
  const told = async (change: ReturnType<typeof expression>) => {
    await table.transact([table.update(keys.parcel('colis-a-moi'), change)]);
    const { texts } = await collect(table, profile);
    const own = (texts['colis.json'] as readonly { id: string; label?: string; outcome?: string }[]).find(
      ({ id }) => id === 'colis-a-moi',
    );
    return [own?.label, own?.outcome];
  };
  expect(await told(expression`SET record.outcome = ${'seized'}`)).toEqual(['Saisi par la douane', 'seized']);
  expect(await told(expression`SET record.annulled = ${true}`)).toEqual(['Décision annulée', undefined]);
});

test('an archive has the files of the member, and no photo that another took', async () => {
  const { contents } = await aWholeMember();
  expect(contents.files.map(({ path, bucket, key }) => `${path} ${bucket}/${key}`)).toEqual([
    'colis/colis-a-moi/fichier.pdf private/parcels/file',
    'colis/colis-a-moi/preuve-pickup-preuve-moi-0000.jpg private/proofs/colis-a-moi/moi-0000',
    'colis/colis-porte/preuve-pickup-preuve-moi-0000.jpg private/proofs/colis-porte/moi-0000',
    'identite/photo-de-visage.jpg identity/documents/face',
    'identite/piece-du-nouveau-nom.jpg identity/documents/name',
    'identite/piece-identite.jpg identity/documents/id',
    'paiements/recu.jpg private/receipts/recu',
    'photo-de-profil.png media/media/u-avatar',
  ]);
});

test('conversations are there as the member reads them, also with members who are blocked', async () => {
  const { contents } = await aWholeMember();
  expect(contents.texts['messages.json']).toMatchObject([
    { with: { id: 'blocked', firstName: 'Bachir' }, messages: [{ content: 'Message 1 avec blocked' }, {}] },
    {
      with: { id: 'carrier', firstName: 'Karim' },
      parcel: { id: 'colis-a-moi', title: 'Titre lu' },
      messages: [
        { from: { id: me }, content: 'Message 1 avec carrier' },
        { from: { id: 'carrier' }, readAt: expect.any(String) },
      ],
    },
  ]);
  expect(contents.texts['avis.json']).toMatchObject({
    received: expect.arrayContaining([
      expect.objectContaining({ by: { id: 'blocked', firstName: 'Membre indisponible' } }),
    ]),
  });
});

test('an archive says since when and why mails no longer reach the member', async () => {
  const { table, profile } = await aWorld();
  const mailRefused = { since: '2026-11-20T10:00:00Z', why: 'bounce' } as const;
  const { texts } = await collect(table, { ...profile, mailRefused });
  expect(texts['profil.json']).toMatchObject({ mailRefused });
});
