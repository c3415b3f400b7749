import { randomUUID } from 'node:crypto';
import { screen } from '@testing-library/react';
import { issueToken, newToken } from '#functions/platform/tokens.ts';
import { maxFileBytes } from '#shared/values/files.ts';
import { dayMs } from '#shared/values/time.ts';
import { unavailable } from '../support/accounts.ts';
import { aJpeg, aPdf } from '../support/images.ts';
import { fillRegistration, passAccess, passPerson, walkToDocuments } from '../support/registration.ts';
import { aFileOf, aPhotoFile, choose, enter, press } from './actions.ts';
import type { Case } from './provoked-texts.ts';
import { anAddress, type RenderedApp } from './render-app.tsx';
import { password } from './server.ts';

const aPdfFile = () => new File([Buffer.from(aPdf())], 'carte.pdf', { type: 'application/pdf' });

const register = async (given: Parameters<typeof fillRegistration>[0] = {}) => {
  const files = { idDocument: aPdfFile(), facePhoto: aPhotoFile(aJpeg()) };
  await fillRegistration({ email: anAddress(), ...files, ...given });
  await press("S'inscrire");
};

const signIn = async (email: string, secret = password) => {
  await enter('Email', email);
  await enter('Mot de passe', secret);
  await press('Se connecter');
};

const failing = (row: string, code: Parameters<RenderedApp['server']['trouble']>[1]) => async (app: RenderedApp) => {
  app.server.trouble(row, code);
  return '/register';
};

const signUp: readonly Case[] = [
  {
    texts: ['Le nom est requis', 'Le prénom est requis', 'Numéro de téléphone invalide'],
    cause: 'a registration without a name',
    open: '/register',
    act: () => press('Continuer'),
  },
  {
    texts: ['Email invalide', 'Le mot de passe doit contenir au moins 6 caractères'],
    cause: 'a registration without an address',
    open: '/register',
    act: async () => {
      await passPerson();
      await screen.findByRole('heading', { name: /Email et mot de passe/ });
      await press('Continuer');
    },
  },
  {
    texts: [
      "Veuillez fournir une pièce d'identité",
      'Veuillez fournir une photo de visage',
      "Documents manquants (pièce d'identité ou photo de visage)",
    ],
    cause: 'a registration without documents',
    open: '/register',
    act: async () => {
      await walkToDocuments();
      await press("S'inscrire");
    },
  },
  ...['06 12 34', '06 12 CD 56 78 90', '061234567', '+336123456789012345678901'].map(
    (phone): Case => ({
      texts: ['Numéro de téléphone invalide'],
      cause: `the telephone ${phone}`,
      open: '/register',
      act: () => passPerson({ phone }),
    }),
  ),
  {
    texts: ['Les mots de passe ne correspondent pas'],
    cause: 'two different passwords at sign-up',
    open: '/register',
    act: async () => {
      await passPerson();
      await passAccess({ again: 'vq7mzx' });
    },
  },
  ...(["Pièce d'identité", 'Photo de visage'] as const).map(
    (label): Case => ({
      texts: ['La taille du fichier doit être inférieure à 5MB'],
      cause: `a file of 5 MB and a byte as « ${label} »`,
      open: '/register',
      act: async () => {
        await walkToDocuments();
        await choose(label, aFileOf('image/png', maxFileBytes + 1));
      },
    }),
  ),
  {
    texts: ['Format non supporté : choisissez un fichier JPG, PNG ou PDF.'],
    cause: 'a GIF as identity document',
    open: '/register',
    act: async () => {
      await walkToDocuments();
      await choose("Pièce d'identité", aFileOf('image/gif', 9));
    },
  },
  {
    texts: ['Format non supporté : choisissez une photo JPG ou PNG.'],
    cause: 'a PDF as photo of the face',
    open: '/register',
    act: async () => {
      await walkToDocuments();
      await choose('Photo de visage', aPdfFile());
    },
  },
  {
    texts: ["Limite d'envoi d'emails atteinte", 'Veuillez attendre quelques minutes avant de réessayer.'],
    cause: 'a sign-up that comes too soon after others',
    open: failing('signUp', 'TOO_MANY'),
    act: () => register(),
  },
  {
    texts: ["Problème d'envoi d'email", "Votre compte a été créé, mais vous ne recevrez pas d'email de confirmation."],
    cause: 'a sign-up while no mail can be sent',
    open: async ({ server }) => {
      server.loseMails();
      return '/register';
    },
    act: () => register({ idDocument: new File([new Uint8Array(aJpeg())], 'carte.jpg', { type: 'image/jpeg' }) }),
  },
  {
    texts: ['Cet email est déjà associé à un compte. Veuillez vous connecter.'],
    cause: 'a sign-up with an address that has an account',
    open: '/register',
    act: async ({ server }) => register({ email: (await server.member()).email }),
  },
  {
    texts: [
      'Compte créé',
      'Ajoutez vos documents dès votre première connexion : ils sont nécessaires pour publier et transporter.',
    ],
    cause: 'a sign-up with the documents left for later',
    open: '/register',
    act: async () => {
      await walkToDocuments({ email: anAddress() });
      await press('Plus tard');
    },
  },
  {
    texts: [
      'Inscription partiellement réussie',
      "Erreur lors de l'upload des documents. Vérifiez la taille et le format des fichiers.",
    ],
    cause: 'a page that calls itself a picture as identity document',
    open: '/register',
    act: () => register({ idDocument: new File(['<html></html>'], 'carte.png', { type: 'image/png' }) }),
  },
  {
    texts: ["Erreur d'inscription", "Échec de la création de l'utilisateur"],
    cause: 'a sign-up while Cognito makes no users',
    open: async ({ server }) => {
      server.pool.before = (call) => {
        if (call === 'createUser') throw unavailable();
      };
      return '/register';
    },
    act: () => register(),
  },
  {
    texts: ["Erreur d'inscription", "Une erreur est survenue lors de l'inscription"],
    cause: 'a sign-up that our own fault breaks off',
    open: async ({ server }) => {
      server.pool.before = () => {
        throw new Error('unforeseen');
      };
      return '/register';
    },
    act: () => register(),
  },
  {
    texts: ["Erreur d'inscription", "Une erreur s'est produite lors de l'inscription."],
    cause: 'a sign-up whose key the server knows with other facts',
    open: failing('signUp', 'KEY_REUSED'),
    act: () => register(),
  },
  ...[
    ['azerty', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
    ['benali7', 'Le mot de passe ne doit pas reprendre votre nom ou votre adresse email'],
  ].map(
    ([secret = '', text]): Case => ({
      texts: [text as Case['texts'][number]],
      cause: `a sign-up with the password ${secret.slice(0, 12)}`,
      open: '/register',
      act: () => register({ password: secret }),
    }),
  ),
  {
    texts: ['Le mot de passe doit contenir au plus 128 caractères'],
    cause: 'a sign-up with a password of 129 characters',
    open: '/register',
    act: async () => {
      await passPerson();
      await passAccess({ password: 'x'.repeat(129) });
    },
  },
  {
    texts: ['Erreur caméra'],
    cause: 'no camera, or a camera that one may not use',
    open: '/register',
    act: async () => {
      await walkToDocuments();
      await press('Prendre une photo');
      await press('Ouvrir la caméra');
    },
  },
  {
    texts: ['Documents manquants'],
    cause: 'a member sends their documents after sign-up without choosing them',
    open: async (app) => {
      app.signIn(await app.server.member({ status: 'pending' }));
      return '/confirm-email-success';
    },
    act: () => press('Envoyer mes documents'),
  },
];

const signInAndOut: readonly Case[] = [
  {
    texts: ['Email invalide', 'Le mot de passe doit contenir au moins 6 caractères'],
    cause: 'a sign-in with half an address and five characters',
    open: '/login',
    act: () => signIn('amina@', 'court'),
  },
  {
    texts: ['Erreur de connexion', 'Email ou mot de passe incorrect'],
    cause: 'a wrong password',
    open: '/login',
    act: async ({ server }) => signIn((await server.member()).email, 'Autre-2026'),
  },
  {
    texts: ['Erreur de connexion', 'Email ou mot de passe incorrect'],
    cause: 'an address without account',
    open: '/login',
    act: () => signIn(anAddress()),
  },
  {
    texts: ['Erreur de connexion', "Votre adresse email n'est pas encore confirmée."],
    cause: 'a sign-in before the address is confirmed',
    open: '/login',
    act: async ({ server }) => signIn((await server.member({}, { isConfirmed: false })).email),
  },
  {
    texts: ['Erreur de connexion', 'Votre compte est bloqué. Contactez-nous pour en savoir plus.'],
    cause: 'a sign-in of a blocked member',
    open: '/login',
    act: async ({ server }) => signIn((await server.member({ status: 'blocked' })).email),
  },
  {
    texts: ['Erreur de connexion', 'Trop de tentatives. Veuillez attendre quelques minutes.'],
    cause: 'a sign-in that Cognito has locked',
    open: '/login',
    act: async ({ server }) => {
      server.lockSignIn();
      await signIn(anAddress());
    },
  },
  {
    texts: ['Connexion réussie'],
    cause: 'a sign-in',
    open: '/login',
    act: async ({ server }) => signIn((await server.member()).email),
  },
];

/** A link as in the mail, valid until then. */
async function resetLink({ server }: RenderedApp, expiresAt: number) {
  const { id } = await server.member();
  const token = newToken();
  await server.table.transact([
    issueToken(server.table, token, { purpose: 'reset', memberId: id, epoch: 0, expiresAt }),
  ]);
  return `/reset-password#type=recovery&token=${token}`;
}
const liveLink = (app: RenderedApp) => resetLink(app, Date.now() + dayMs);

const chooseNew = async (secret: string, again = secret) => {
  await enter('Nouveau mot de passe', secret);
  await enter('Confirmer le mot de passe', again);
  await press('Enregistrer le mot de passe');
};

const askForLink = async (email: string) => {
  await enter('Email', email);
  await press('Envoyer le lien');
};

const passwords: readonly Case[] = [
  {
    texts: ['Erreur', 'Veuillez fournir une adresse email'],
    cause: 'a reset is asked for without an address',
    open: '/forgot-password',
    act: () => press('Envoyer le lien'),
  },
  {
    texts: ['Erreur', "Impossible d'envoyer l'email de réinitialisation"],
    cause: 'a reset is asked for and our own fault breaks it off',
    open: async ({ server }) => {
      server.trouble('forgotPassword', 'FAULT');
      return '/forgot-password';
    },
    act: () => askForLink(anAddress()),
  },
  {
    texts: ["Échec d'envoi de l'email.", 'Trop de tentatives. Veuillez attendre '],
    cause: 'a fourth reset of one address within an hour',
    open: '/forgot-password',
    act: async ({ server }) => {
      const email = anAddress();
      await server.exhaust('forgotPassword', { email }, 3);
      await askForLink(email);
    },
  },
  {
    texts: ['Session invalide ou expirée'],
    cause: 'the page of a reset without a link',
    open: '/reset-password',
  },
  {
    texts: ['Le lien de réinitialisation a expiré'],
    cause: 'a link that is older than 24 hours',
    open: (app) => resetLink(app, Date.now() - 1),
  },
  {
    texts: ['Lien de réinitialisation invalide ou expiré'],
    cause: 'a link that never was one',
    open: async () => `/reset-password#type=recovery&token=${newToken()}`,
  },
  ...(
    [
      ['Abc1', '8 caractères'],
      ['abcdefg1', 'une majuscule'],
      ['ABCDEFG1', 'une minuscule'],
      ['Abcdefgh', 'un chiffre'],
    ] as const
  ).map(
    ([secret, rule]): Case => ({
      texts: [`Le mot de passe doit contenir au moins ${rule}`],
      cause: `the new password ${secret}`,
      open: liveLink,
      act: () => chooseNew(secret),
    }),
  ),
  {
    texts: ['Les mots de passe ne correspondent pas'],
    cause: 'two different new passwords',
    open: liveLink,
    act: () => chooseNew('Abcdefg7', 'Abcdefg8'),
  },
  {
    texts: ['Ce mot de passe est trop courant. Choisissez-en un autre.'],
    cause: 'a new password that everybody has',
    open: liveLink,
    act: () => chooseNew('Password1'),
  },
  {
    texts: ['Erreur', 'Une erreur est survenue lors de la mise à jour du mot de passe'],
    cause: 'a new password that our own fault does not keep',
    open: (app) => {
      app.server.pool.before = () => {
        throw new Error('unforeseen');
      };
      return liveLink(app);
    },
    act: () => chooseNew(`Neuf-${randomUUID()}A1`),
  },
];

export const accountCases: readonly Case[] = [...signUp, ...signInAndOut, ...passwords];

/** An unknown address and a failing mail service look like any other request. */
export const neutralCases: readonly Pick<Case, 'cause' | 'act'>[] = [
  { cause: 'a reset of an address without account', act: () => askForLink(anAddress()) },
  {
    cause: 'a reset while no mail can be sent',
    act: async ({ server }) => {
      server.loseMails();
      await askForLink((await server.member()).email);
    },
  },
];
