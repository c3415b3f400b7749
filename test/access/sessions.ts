import { type Actor, actorOf } from '#functions/actor.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { aProfile, memberIds, now } from './people.ts';

/** The actor of a session of M whose account ended older sessions at `tokensValidAfter` (seconds). */
export const readActorOf = ({ authTime, tokensValidAfter }: { authTime: number; tokensValidAfter: number }): Actor =>
  actorOf({ sub: memberIds.M, authTime, inAdminGroup: false }, [profileItem(aProfile('M', { tokensValidAfter }))], now);
