import { paths } from '#shared/site/paths.ts';
import { createStore } from '#web/lib/store.ts';
import type { ApiProblem } from './problem.ts';

/** What somebody can do whom the server refuses for what their account is now. */
const waysOut: { readonly [Code in ApiProblem['code']]?: { readonly to: string; readonly text: string } } = {
  PROFILE_BLOCKED: { to: paths.contact, text: 'Nous contacter' },
  PROFILE_NOT_APPROVED: { to: paths.confirmEmail, text: 'Voir mes justificatifs' },
  SUBSCRIPTION_EXPIRED: { to: paths.contact, text: 'Nous contacter' },
};

/** How many calls were refused for what the account is: with each it may be another than the page knows. */
export const accountRefusals = createStore(0);

export const wayOutOf = ({ code }: Pick<ApiProblem, 'code'>) => waysOut[code];
