import { coreDeps } from '#functions/deps.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { openEraser } from '#functions/platform/aws/object-store.ts';
import { env } from '#functions/platform/env.ts';
import { runDueDeletions } from './run.ts';

const deps = {
  ...coreDeps(),
  identity: openIdentity({ UserPoolId: env('POOL_ID') }),
  files: {
    quarantine: openEraser(env('QUARANTINE_BUCKET')),
    identity: openEraser(env('IDENTITY_BUCKET')),
    private: openEraser(env('PRIVATE_BUCKET')),
    media: openEraser(env('MEDIA_BUCKET')),
  },
  // Below the function's timeout, so that it can finish the item it is deleting.
  budgetMs: 200_000,
};

export const handler = (): Promise<number> => runDueDeletions(deps);
