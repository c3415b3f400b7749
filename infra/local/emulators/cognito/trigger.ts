import * as z from 'zod/mini';
import { ServiceError } from '../json-protocol.ts';
import type { Client, User } from './directory.ts';

/**
 * So long Cognito waits for a trigger, and so often it asks one that does not answer (developer guide, « Customizing
 * user pool workflows with Lambda triggers »).
 */
const triggerWithinMs = 5000;
const tries = 3;
/** The scope that a token needs for Cognito's own operations. */
export const selfScope = 'aws.cognito.signin.user.admin';

export type InvokeTrigger = (functionRef: string, event: unknown) => Promise<unknown>;

export type TokenSource = 'TokenGeneration_Authentication' | 'TokenGeneration_RefreshTokens';

const strings = z._default(z.array(z.string()), []);
const Claims = z.object({
  claimsToAddOrOverride: z._default(z.record(z.string(), z.unknown()), {}),
  claimsToSuppress: strings,
});
const Answer = z.object({
  response: z.object({
    claimsAndScopeOverrideDetails: z.nullish(
      z.object({
        idTokenGeneration: z.nullish(Claims),
        accessTokenGeneration: z.nullish(z.extend(Claims, { scopesToAdd: strings, scopesToSuppress: strings })),
        groupOverrideDetails: z.nullish(z.object({ groupsToOverride: z.nullish(z.array(z.string())) })),
      }),
    ),
  }),
});

export interface TokenChanges {
  groups: readonly string[];
  scopes: readonly string[];
  access: z.infer<typeof Claims>;
  id: z.infer<typeof Claims>;
}

interface Firing {
  client: Client;
  user: User;
  source: TokenSource;
  metadata?: object | undefined;
  region: string;
  invokeTrigger: InvokeTrigger;
}

/**
 * Fires the pre-token trigger of the pool (event version 2), at sign-in and at each refresh.
 * @throws ServiceError with the text for the client when the trigger throws, answers with an invalid value, or times
 * out each time
 */
export async function firePreToken(options: Firing): Promise<TokenChanges> {
  const { client, user, source, metadata, region, invokeTrigger } = options;
  const groups = user.groups.toSorted();
  const none = { claimsToAddOrOverride: {}, claimsToSuppress: [] };
  const trigger = client.pool.settings.LambdaConfig?.PreTokenGenerationConfig;
  if (!trigger) return { groups, scopes: [selfScope], access: none, id: none };

  const event = {
    version: '2',
    triggerSource: source,
    region,
    userPoolId: client.pool.id,
    userName: user.sub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: client.id },
    request: {
      userAttributes: { sub: user.sub, 'cognito:user_status': user.status, ...user.attributes },
      groupConfiguration: { groupsToOverride: groups, iamRolesToOverride: [], preferredRole: null },
      scopes: [selfScope],
      ...(metadata && { clientMetadata: metadata }),
    },
    response: { claimsAndScopeOverrideDetails: null },
  };
  const answer = Answer.safeParse(await answerOf(() => invokeTrigger(trigger.LambdaArn, event)));
  if (!answer.success) throw new ServiceError('InvalidLambdaResponseException', 'Unrecognizable lambda output');

  const details = answer.data.response.claimsAndScopeOverrideDetails;
  const access = details?.accessTokenGeneration;
  const scopes = [selfScope, ...(access?.scopesToAdd ?? [])].filter(
    (scope) => !access?.scopesToSuppress.includes(scope),
  );
  return {
    groups: details?.groupOverrideDetails?.groupsToOverride ?? groups,
    scopes,
    access: access ?? none,
    id: details?.idTokenGeneration ?? none,
  };
}

async function answerOf(invoke: () => Promise<unknown>): Promise<unknown> {
  for (let tried = 0; tried < tries; tried++) {
    const answer = await withinTime(invoke());
    if (answer !== late) return answer;
  }
  const text = 'PreTokenGeneration invocation failed due to error Socket timeout while invoking Lambda function.';
  throw new ServiceError('UnexpectedLambdaException', text);
}

const late = Symbol('late');

async function withinTime(invocation: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => {
    timer = setTimeout(() => resolve(late), triggerWithinMs);
  });
  try {
    return await Promise.race([invocation, limit]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ServiceError('UserLambdaValidationException', `PreTokenGeneration failed with error ${reason}.`);
  } finally {
    clearTimeout(timer);
  }
}
