import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { openTable } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';

const profiles = profileRepository(openTable(env('TABLE')));

/**
 * Cognito asks before it gives out tokens, at sign-in and at each refresh. An unconfirmed or blocked member gets none: the
 * browser reads the code in Cognito's UserLambdaValidationException (docs/decisions: sign-in refusals). Tokens carry no
 * claim of ours, rights are read from the table at each call.
 */
export async function handler(event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> {
  const profile = await profiles.read(event.request.userAttributes['sub'] ?? event.userName).catch((error: unknown) => {
    logger.error('profile not read', error as Error);
    // A database that does not answer lets nobody in; its words are not for the browser.
    throw new Error('UNAVAILABLE');
  });
  if (!profile?.emailConfirmedAt) throw new Error('EMAIL_NOT_CONFIRMED');
  if (profile.status === 'blocked') throw new Error('PROFILE_BLOCKED');
  return event;
}
