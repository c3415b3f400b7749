import { coreDeps } from '#functions/deps.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { openFileStore } from '#functions/platform/aws/object-store.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { runDueDeletions } from './run.ts';

const deps = {
  ...coreDeps(),
  identity: openIdentity({ UserPoolId: env('POOL_ID') }),
  files: {
    quarantine: openFileStore(env('QUARANTINE_BUCKET')),
    identity: openFileStore(env('IDENTITY_BUCKET')),
    private: openFileStore(env('PRIVATE_BUCKET')),
    media: openFileStore(env('MEDIA_BUCKET')),
  },
  budgetMs: 200_000,
};

export const handler = background(() => runDueDeletions(deps));
