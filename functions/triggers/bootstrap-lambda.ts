import type { CloudFormationCustomResourceEvent, CloudFormationCustomResourceResponse, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { coreDeps } from '#functions/deps.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { minuteMs } from '#shared/values/time.ts';
import { ensureRootAdmin, patiently } from './root-admin.ts';

const deps = { ...coreDeps(), identity: openIdentity({ UserPoolId: env('POOL_ID') }) };

/** CloudFormation passes every property as text. */
const Properties = z.object({
  email: z.string().check(z.toLowerCase()),
  adminTransfer: z._default(z.union([z.boolean(), z.enum(['true', 'false'])]), false),
});

/** Constant, because a new one would make CloudFormation delete "the old one" after each change. */
const PhysicalResourceId = 'root-admin';

/**
 * The custom resource `Custom::RootAdmin`. CloudFormation waits for an answer at its ResponseURL and would hold the
 * deploy until its own timeout, so every path ends with an answer there. The deploy shows the error as its reason.
 */
export const handler = background(async (event: CloudFormationCustomResourceEvent, context: Context): Promise<void> => {
  const outcome = await makeRootAdmin(event).catch((error: unknown) => {
    logger.error('root administrator not created', error as Error);
    return { Status: 'FAILED' as const, Reason: error instanceof Error ? error.message : 'Unknown error' };
  });
  const { StackId, RequestId, LogicalResourceId } = event;
  const answer: CloudFormationCustomResourceResponse = {
    Reason: `See the log stream ${context.logStreamName}`,
    ...outcome,
    PhysicalResourceId,
    StackId,
    RequestId,
    LogicalResourceId,
  };
  await put(event.ResponseURL, JSON.stringify(answer));
});

async function makeRootAdmin(event: CloudFormationCustomResourceEvent) {
  // The administrator survives the stack, as the pool and the table do.
  if (event.RequestType === 'Delete') return { Status: 'SUCCESS' as const };
  const { email, adminTransfer } = Properties.parse(event.ResourceProperties);
  const wanted = { email, transfer: String(adminTransfer) === 'true' };
  const id = await patiently(() => ensureRootAdmin(deps, wanted), { forMs: minuteMs });
  return { Status: 'SUCCESS' as const, Data: { id } };
}

const tries = 3;

/** The URL is signed for an empty content type. */
async function put(url: string, body: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { ok, status } = await fetch(url, {
        method: 'PUT',
        headers: { 'content-type': '' },
        body,
        signal: AbortSignal.timeout(5000),
      });
      if (ok) return;
      throw new Error(`CloudFormation did not take the answer: ${status}`);
    } catch (error) {
      if (attempt === tries) throw error;
    }
  }
}
