import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { press } from './actions.ts';
import type { Case } from './provoked-texts.ts';

const signOut = async () => {
  await press(/^Mon compte/);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Déconnexion' }));
};

/** Each end of a sign-out (rule 206). */
export const signOutCases: readonly Case[] = [
  ...([false, true] as const).map(
    (fails): Case => ({
      texts: fails
        ? ['Impossible de vous déconnecter. Veuillez réessayer.', 'Oublier ce compte sur cet appareil']
        : ['Déconnexion réussie'],
      cause: fails ? 'a sign-out that Cognito does not answer' : 'a sign-out',
      open: async (app) => {
        app.signIn(await app.server.member());
        if (fails) app.server.failSignOut();
        return '/about';
      },
      act: signOut,
    }),
  ),
  {
    texts: ['Déconnecté de cet appareil', "La session prend fin d'elle-même dans les 30 jours."],
    cause: 'a device that forgets the account, because Cognito does not answer',
    open: async (app) => {
      app.signIn(await app.server.member());
      app.server.failSignOut();
      return '/about';
    },
    act: async () => {
      await signOut();
      await userEvent.click(await screen.findByRole('button', { name: 'Oublier ce compte sur cet appareil' }));
    },
  },
];
