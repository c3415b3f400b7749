import { portrait, portrayed } from './portraits.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

interface Member {
  readonly userId: string;
  readonly caller: Caller;
}

type Named = (firstName: string) => Member;

/** Reviews by first names of author and member. Some pairs completed a delivery together. */
const reviews: readonly (readonly [daysAgo: number, by: string, about: string, rating: number, comment?: string])[] = [
  [28, 'Mehdi', 'Karim', 3, 'Correct, mais la remise a changé deux fois de lieu.'],
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
  [1, 'Sofiane', 'Lina', 5, 'Expéditrice sérieuse, rendez-vous à l’heure.'],
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

/** The reviews of one of the past days, one after the other: the latest comes first on a profile. */
export async function review(daysAgo: number, named: Named): Promise<void> {
  for (const [, by, about, rating, comment] of reviews.filter(([day]) => day === daysAgo)) {
    const body = { rating, ...(comment ? { comment } : {}) };
    await named(by).caller.ok('leaveReview', { params: { userId: named(about).userId }, body });
  }
}

const blocks: readonly (readonly [string, string])[] = [['Nadia', 'Mehdi']];

/** Friendships, blocks and avatars, made through the members' own calls. */
export async function befriend(site: SiteClient, named: Named): Promise<void> {
  for (const [a, b] of friends) await named(a).caller.ok('addFriend', { params: { userId: named(b).userId } });
  for (const [a, b] of blocks) await named(a).caller.ok('blockMember', { params: { userId: named(b).userId } });
  await Promise.all(
    portrayed.map(async (firstName) => {
      const { caller } = named(firstName);
      const uploadId = await site.upload(await portrait(firstName), (announced) =>
        caller.ok('requestAvatarUpload', { body: announced }),
      );
      await caller.ok('setAvatar', { body: { uploadId } });
    }),
  );
}

/** Inès has married: her new name waits for an administrator, with the document that shows it. */
export async function newName(
  site: SiteClient,
  { caller }: Member,
  seeded: { firstName: string; lastName: string },
  document: ChosenFile,
): Promise<void> {
  const idDocument = await site.upload(document, (announced) =>
    caller.ok('requestDocumentUpload', { body: { kind: 'id_document', ...announced } }),
  );
  const lastName = `${seeded.lastName}-Rahmani`;
  await caller.ok('proposeName', { body: { firstName: seeded.firstName, lastName, idDocument } });
}
