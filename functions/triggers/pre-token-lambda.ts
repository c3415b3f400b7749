import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { readParameter } from '#functions/platform/aws/parameter.ts';
import { passwordProven } from '#functions/platform/aws/password-proven.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { openTable } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';

const profiles = profileRepository(openTable(env('TABLE')));
const passwordClientParameter = env('PASSWORD_CLIENT_PARAMETER');

/**
 * Cognito calls it before it issues tokens, at sign-in and at each refresh. It refuses an unconfirmed or blocked
 * member, and the user of a deleted account, who stays in the pool for some minutes. The browser reads the code in
 * Cognito's UserLambdaValidationException (rule 57). It refuses the password client too. Tokens carry the member of a
 * user with another name, and no other claim of ours: rights are read from the table at each call. They have no scope
 * either: with `aws.cognito.signin.user.admin` a stolen token could change or delete the account at Cognito itself.
 */
export const handler = background(
  async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    const passwordClient = await readParameter(passwordClientParameter).catch(letNobodyIn('password client not read'));
    if (event.callerContext.clientId === passwordClient) throw new Error(passwordProven);
    const user = event.request.userAttributes['sub'] ?? event.userName;
    const profile = await profiles.ofUser(user).catch(letNobodyIn('profile not read'));
    if (!profile) throw new Error('NO_ACCOUNT');
    if (!profile.emailConfirmedAt) throw new Error('EMAIL_NOT_CONFIRMED');
    if (profile.status === 'blocked') throw new Error('PROFILE_BLOCKED');
    const accessTokenGeneration = {
      scopesToSuppress: ['aws.cognito.signin.user.admin'],
      ...(profile.id === user ? {} : { claimsToAddOrOverride: { member: profile.id } }),
    };
    return { ...event, response: { claimsAndScopeOverrideDetails: { accessTokenGeneration } } };
  },
);

/** A failed read refuses the sign-in; the browser does not see the error. */
const letNobodyIn = (what: string) => (error: unknown) => {
  logger.error(what, error as Error);
  throw new Error('UNAVAILABLE');
};
