import { actorKeys, actorOf, requireRole, sessionOf } from './actor.ts';
import { authorize } from './relations.ts';

/**
 * What rows for members need beyond the pipeline: who calls, and what they may do with the resource. Functions that serve
 * visitors alone leave it out, and with it the schemas of every resource, which would take longer to build than to answer.
 */
export const authentication = { sessionOf, actorKeys, actorOf, requireRole, authorize } as const;

export type Authentication = typeof authentication;
