import { portrait, portrayed } from './portraits.ts';
import type { Caller, ChosenFile, SiteClient } from './site-client.ts';

interface Member {
  readonly userId: string;
  readonly caller: Caller;
}

/** Reviews by first names of author and member. Some pairs completed a delivery together. */
const reviews: readonly (readonly [by: string, about: string, rating: number, comment?: string])[] = [
  ['Amel', 'Yacine', 5, 'Ponctuel et soigneux, le colis est arrivé en parfait état. Merci !'],
  ['Yacine', 'Amel', 5, 'Colis bien emballé, échanges très agréables.'],
  ['Lina', 'Karim', 5, 'Voyageur de confiance, je recommande.'],
  ['Camille', 'Karim', 4, 'Livraison réussie, avec une petite heure de retard à la gare.'],
  ['Amel', 'Karim', 5],
  ['Nadia', 'Karim', 5, 'Toujours joignable, il a tenu ma mère au courant de son arrivée.'],
  ['Mehdi', 'Karim', 3, 'Correct, mais la remise a changé deux fois de lieu.'],
  ['Lina', 'Sofiane', 4, 'Très aimable. Les gâteaux sont arrivés entiers.'],
  ['Inès', 'Sofiane', 5],
  ['Camille', 'Yacine', 5, 'Photos envoyées à chaque étape, parfait.'],
  ['Camille', 'Nadia', 4, 'Bonne communication avant le départ.'],
  ['Sofiane', 'Lina', 5, 'Expéditrice sérieuse, rendez-vous à l’heure.'],
  ['Karim', 'Lina', 4],
  ['Nadia', 'Camille', 5, 'Tout était prêt, étiquette comprise.'],
];

const friends: readonly (readonly [string, string])[] = [
  ['Amel', 'Karim'],
  ['Amel', 'Lina'],
  ['Amel', 'Yacine'],
  ['Lina', 'Sofiane'],
  ['Camille', 'Nadia'],
  ['Karim', 'Yacine'],
];

/** Reviews, friendships and avatars, made through the members' own calls. */
export async function community(site: SiteClient, members: ReadonlyMap<string, Member>): Promise<void> {
  const named = (firstName: string): Member => {
    const member = members.get(firstName);
    if (!member) throw new Error(`The seed knows no ${firstName}`);
    return member;
  };
  // One after the other: the latest comes first on a profile.
  for (const [by, about, rating, comment] of reviews) {
    const body = { rating, ...(comment ? { comment } : {}) };
    await named(by).caller.ok('leaveReview', { params: { userId: named(about).userId }, body });
  }
  for (const [a, b] of friends) await named(a).caller.ok('addFriend', { params: { userId: named(b).userId } });
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
