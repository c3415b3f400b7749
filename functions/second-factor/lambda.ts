import { authentication } from '#functions/authentication.ts';
import { coreDeps } from '#functions/deps.ts';
import { openCipher } from '#functions/platform/aws/cipher.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { env } from '#functions/platform/env.ts';
import { serve } from '#functions/serve.ts';
import { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { secondFactorHandlers } from './handlers.ts';

const deps = {
  ...coreDeps(),
  identity: openIdentity({ UserPoolId: env('POOL_ID'), passwordClientId: env('PASSWORD_CLIENT_ID') }),
  cipher: openCipher(env('SECOND_FACTOR_KEY')),
};
export const handler = serve(secondFactorRoutes, secondFactorHandlers(deps), deps, authentication);
