import { actorKeys, actorOf, requireRole, sessionOf } from './actor.ts';
import { admit } from './relations.ts';

/**
 * What rows for members need beyond the pipeline: who calls, and what he may do with the thing. Functions that serve
 * visitors alone leave it out, and with it the schemas of every thing, which would take longer to build than to answer.
 */
export const members = { sessionOf, actorKeys, actorOf, requireRole, admit } as const;

export type Members = typeof members;
