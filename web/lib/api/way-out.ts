import { paths } from '#shared/site/paths.ts';
import { createStore } from '#web/lib/store.ts';
import type { ApiProblem } from './problem.ts';

/** The next step that a refused member can take, by the state of their account. */
const waysOut: { readonly [Code in ApiProblem['code']]?: { readonly to: string; readonly text: string } } = {
  PROFILE_LEAVING: { to: paths.profile, text: 'Annuler la suppression' },
  PROFILE_BLOCKED: { to: paths.contact, text: 'Nous contacter' },
  PROFILE_NOT_APPROVED: { to: paths.confirmEmail, text: 'Voir ma vérification' },
  SUBSCRIPTION_NEEDED: { to: paths.paymentMethods, text: 'Voir mon abonnement' },
};

/** The number of calls refused because of the account. After each one the page reads the account again. */
export const accountRefusals = createStore(0);

export const wayOutOf = ({ code }: Pick<ApiProblem, 'code'>) => waysOut[code];
