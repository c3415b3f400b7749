import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { maxFileBytes } from '#shared/values/files.ts';
import { aFileOf, choose, enter, press, putOff } from './actions.ts';
import type { Case } from './provoked-texts.ts';
import { type RenderedApp, read } from './render-app.tsx';
import { password } from './server.ts';

type Trouble = Parameters<RenderedApp['server']['trouble']>;

/** A member looks at their own profile; `trouble` makes rows fail. */
const atHome =
  (...troubles: Trouble[]) =>
  async (app: RenderedApp) => {
    for (const [row, what] of troubles) app.server.trouble(row, what);
    app.signIn(await app.server.member());
    return '/profile';
  };

/** A member looks at another one. */
async function twoMembers(app: RenderedApp, ...troubles: Trouble[]) {
  for (const [row, what] of troubles) app.server.trouble(row, what);
  const [viewer, other] = [await app.server.member(), await app.server.member({ firstName: 'Amel' })];
  app.signIn(viewer);
  return { viewer, other };
}
const atAnother =
  (query = '', ...troubles: Trouble[]) =>
  async (app: RenderedApp) =>
    `/user/${(await twoMembers(app, ...troubles)).other.id}${query}`;

/** The member of this page. */
const shownId = () => location.pathname.split('/')[2] ?? '';

const avatar = 'Ajouter une photo de profil';
const profile: readonly Case[] = [
  {
    texts: ['Vous devez être connecté pour accéder à cette page'],
    cause: 'a visitor opens /profile',
    open: '/profile',
  },
  {
    texts: ['Impossible de charger vos informations de profil'],
    cause: 'the own account cannot be read',
    open: atHome(['readMe', 'FAULT']),
  },
  {
    texts: ['Erreur', 'Une erreur est survenue lors de la mise à jour du profil'],
    cause: 'a change of the profile that our own fault does not keep',
    open: atHome(['updateMyProfile', 'FAULT']),
    act: async () => {
      await press('Modifier le profil');
      await enter('Téléphone', '+33 6 98 76 54 32');
      await press('Enregistrer');
    },
  },
  {
    texts: ['Le nom est requis', 'Le prénom est requis', 'Numéro de téléphone invalide'],
    cause: 'a profile without names and telephone',
    open: atHome(),
    act: async () => {
      await press('Modifier le profil');
      await enter('Prénom', ' ');
      await enter('Nom \\*', ' ');
      await enter('Téléphone', 'zéro six');
      await press('Enregistrer');
    },
  },
  ...['application/pdf', 'image/svg+xml', 'text/html'].map(
    (type): Case => ({
      texts: ['Type de fichier non supporté'],
      cause: `an avatar of the type ${type}`,
      open: atHome(),
      act: () => choose(avatar, aFileOf(type, 9)),
    }),
  ),
  {
    texts: ['Fichier trop volumineux'],
    cause: 'an avatar of 5 MB and a byte',
    open: atHome(),
    act: () => choose(avatar, aFileOf('image/gif', maxFileBytes + 1)),
  },
  {
    texts: ['Photo non enregistrée'],
    cause: 'an avatar that our own fault does not keep',
    open: atHome(['requestAvatarUpload', 'FAULT']),
    act: () => choose(avatar, aFileOf('image/gif', 9)),
  },
  {
    texts: ['Photo non supprimée'],
    cause: 'an avatar that our own fault does not take off',
    open: async (app) => {
      app.server.trouble('deleteAvatar', 'FAULT');
      app.signIn(await app.server.member({ avatarKey: 'media/moi' }));
      return '/profile';
    },
    act: async () => {
      await press('Modifier ma photo de profil');
      await press('Supprimer ma photo de profil');
      await press('Supprimer la photo');
    },
  },
];

/** A member whose mails come back, in their settings; `trouble` makes rows fail. */
const inSettings =
  (query = '', ...troubles: Trouble[]) =>
  async (app: RenderedApp) => {
    for (const [row, what] of troubles) app.server.trouble(row, what);
    app.signIn(await app.server.member({ mailRefused: { since: '2026-11-20T10:00:00Z', why: 'bounce' } }));
    return `/profile?tab=settings${query}`;
  };
const correct = async (email: string) => {
  await enter('Nouvelle adresse email', email);
  await enter('Votre mot de passe \\*', password);
  await press('Envoyer le lien de confirmation');
};
let refusing = '';

const newAddress: readonly Case[] = [
  {
    texts: ["C'est l'adresse qui refuse nos emails"],
    cause: 'the address that takes no mails, given as the new one',
    open: async (app) => {
      const member = await app.server.member({ mailRefused: { since: '2026-11-20T10:00:00Z', why: 'bounce' } });
      refusing = member.email;
      app.signIn(member);
      return '/profile?tab=settings';
    },
    act: () => correct(refusing),
  },
  {
    texts: ['Adresse non modifiée', "Cette adresse est déjà celle d'un autre compte."],
    cause: 'the address of another member, given as the new one',
    open: async (app) => {
      refusing = (await app.server.member()).email;
      return inSettings()(app);
    },
    act: () => correct(refusing),
  },
  {
    texts: ['Adresse non modifiée', "Votre adresse n'a pas pu être modifiée. Réessayez dans un instant."],
    cause: 'a new address that our own fault does not keep',
    open: inSettings('', ['correctEmail', 'FAULT']),
    act: () => correct('neuve@example.org'),
  },
  {
    texts: ['Adresse non modifiée', "Ce lien n'est pas valable ou a déjà été utilisé."],
    cause: 'a link to a new address that nobody was sent',
    open: inSettings(`&address=${'A'.repeat(43)}`),
    act: () => press('Utiliser cette adresse'),
  },
];

const publicProfile: readonly Case[] = [
  {
    texts: ['Profil introuvable', "Le profil que vous recherchez n'existe pas ou a été supprimé."],
    cause: 'a profile that nobody has',
    open: async (app) => {
      app.signIn(await app.server.member());
      return '/user/00000000-0000-4000-8000-000000000000';
    },
  },
  {
    texts: ['ID utilisateur manquant'],
    cause: 'an address without a member',
    open: async (app) => {
      app.signIn(await app.server.member());
      return '/user';
    },
  },
  {
    texts: ['Problème de connexion. Veuillez vérifier votre connexion internet.'],
    cause: 'a profile that is asked for twice without network',
    open: async (app) => {
      const address = await atAnother('', ['readMember', 'offline'])(app);
      app.hurry();
      return address;
    },
    act: ({ pass }) => pass(9_000),
  },
  {
    texts: ['Délai dépassé pour le chargement du profil'],
    cause: 'a profile that does not come within 8 seconds',
    open: async (app) => {
      const address = await atAnother('', ['readMember', 'silent'])(app);
      app.hurry();
      return address;
    },
    act: ({ pass }) => pass(9_000),
  },
  {
    texts: ['Erreur de chargement', "Impossible de charger le profil de l'utilisateur."],
    cause: 'a profile that does not come, through a fault of ours',
    open: async (app) => {
      const address = await atAnother('', ['readMember', 'FAULT'])(app);
      app.hurry();
      return address;
    },
  },
  {
    texts: ['Tentatives: 3/3'],
    cause: 'a profile that four tries do not bring, through a fault of ours',
    open: async (app) => {
      const address = await atAnother('', ['readMember', 'FAULT'])(app);
      app.hurry();
      return address;
    },
    act: async ({ pass }) => {
      for (const seconds of [2, 4, 6, 1]) await pass(seconds * 1_000 + 200);
    },
  },
];

const review = async (comment?: string) => {
  await press('Laisser un avis');
  if (comment) await enter('Votre commentaire', comment);
  await press("Publier l'avis");
};

const reviews: readonly Case[] = [
  {
    texts: ['Impossible de charger les avis'],
    cause: 'reviews that cannot be read',
    open: atAnother('?tab=reviews', ['memberReviews', 'FAULT']),
  },
  {
    texts: ['Vous ne pouvez pas vous évaluer vous-même'],
    cause: 'a review of the member as whom one has signed in meanwhile, in another tab',
    open: atAnother('?tab=reviews'),
    act: async ({ server }) => {
      server.become(shownId());
      await review();
    },
  },
  {
    texts: ['Vous devez être connecté pour laisser un avis'],
    cause: 'a review after the session has ended elsewhere',
    open: atAnother('?tab=reviews'),
    act: async ({ server }) => {
      await press('Laisser un avis');
      server.become(undefined);
      await press("Publier l'avis");
      await putOff();
    },
  },
  {
    texts: ['Vous avez déjà évalué ce membre. Modifiez votre avis.'],
    cause: 'a second review, the first one being written on another device meanwhile',
    open: atAnother('?tab=reviews'),
    act: async ({ server }) => {
      await press('Laisser un avis');
      const sent = await server.fetch(`/api/users/${shownId()}/reviews`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token()}`,
          'content-type': 'application/json',
          'idempotency-key': crypto.randomUUID(),
        },
        body: '{"rating":4}',
      });
      if (sent.status !== 201) throw new Error(`The first review was answered ${sent.status}`);
      await press("Publier l'avis");
    },
  },
  {
    texts: ['Profil non trouvé'],
    cause: 'a review of a member who was blocked meanwhile',
    open: async (app) => {
      const { other } = await twoMembers(app);
      app.later = () => app.server.change(other, { status: 'blocked' });
      return `/user/${other.id}?tab=reviews`;
    },
    act: async ({ later }) => {
      await press('Laisser un avis');
      await later?.();
      await press("Publier l'avis");
    },
  },
  {
    texts: ['Ce texte est trop long (1000 caractères au maximum)'],
    cause: 'a comment of 1001 emoji',
    open: atAnother('?tab=reviews'),
    act: () => review('🚚'.repeat(1001)),
  },
];

const add = () => press('Ajouter en ami');
const remove = async () => {
  await add();
  await read('Ami ajouté');
  await press('Retirer de mes amis');
};

const friends: readonly Case[] = [
  {
    texts: ['Ami ajouté', "Cet utilisateur a été ajouté à votre liste d'amis"],
    cause: 'a friend is added',
    open: atAnother(),
    act: add,
  },
  {
    texts: ['Ami retiré', "Cet utilisateur a été retiré de votre liste d'amis"],
    cause: 'a friend is let go',
    open: atAnother(),
    act: remove,
  },
  {
    texts: ['Erreur', 'Vous devez être connecté pour ajouter un ami'],
    cause: 'a friend is added after the session has ended elsewhere',
    open: atAnother(),
    act: async ({ server }) => {
      await screen.findByRole('button', { name: 'Ajouter en ami' });
      server.become(undefined);
      await add();
      await putOff();
    },
  },
  {
    texts: ['Erreur', "Impossible d'ajouter cet utilisateur à votre liste d'amis"],
    cause: 'oneself is added, having signed in as this member in another tab',
    open: atAnother(),
    act: async ({ server }) => {
      server.become(shownId());
      await add();
    },
  },
  {
    texts: ['Erreur', "Une erreur s'est produite lors de l'ajout de cet ami"],
    cause: 'a friend is added without network',
    open: atAnother('', ['addFriend', 'offline']),
    act: add,
  },
  {
    texts: ['Erreur', "Impossible de retirer cet utilisateur de votre liste d'amis"],
    cause: 'a friend is let go by a member who was blocked meanwhile',
    open: async (app) => {
      const { viewer, other } = await twoMembers(app);
      app.later = () => app.server.change(viewer, { status: 'blocked' });
      return `/user/${other.id}`;
    },
    act: async ({ later }) => {
      await add();
      await read('Ami ajouté');
      await later?.();
      await press('Retirer de mes amis');
    },
  },
  {
    texts: ['Erreur', "Une erreur s'est produite lors de la suppression de cet ami"],
    cause: 'a friend is let go without network',
    open: atAnother('', ['removeFriend', 'offline']),
    act: remove,
  },
];

const contact: readonly Case[] = [
  {
    texts: ['Beaucoup de personnes partagent votre adresse internet.'],
    cause: 'too many messages from one network address within an hour',
    open: async ({ server }) => {
      await server.exhaust('contactUs', {}, 60);
      return '/contact';
    },
    act: async () => {
      await enter('Nom \\*', 'Amina');
      await enter('Email', 'amina@example.org');
      await userEvent.selectOptions(await screen.findByRole('combobox', { name: /Sujet/ }), 'payment');
      await enter('Message', 'Comment payer ?');
      await press('Envoyer le message');
    },
  },
];

export const memberCases: readonly Case[] = [
  ...profile,
  ...newAddress,
  ...publicProfile,
  ...reviews,
  ...friends,
  ...contact,
];
