import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { mailDeps } from '#functions/mail/deliver.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { accountHandlers } from './handlers.ts';

const core = coreDeps();
const deps = {
  ...core,
  identity: openIdentity({ UserPoolId: env('POOL_ID'), passwordClientId: env('PASSWORD_CLIENT_ID') }),
  mails: mailDeps(core.table),
  strictPasswords: process.env['PASSWORD_POLICY'] === 'strict',
};
export const handler = serve(accountRoutes, accountHandlers(deps), deps, authentication);
