import { actorKeys, actorOf, requireRole, sessionOf } from './actor.ts';
import { authorize } from './authorize.ts';

/**
 * What rows for members need beyond the pipeline: the caller, and what they may do with the resource. Functions that
 * serve only visitors leave it out, and with it the schemas of every resource: building those takes longer than an
 * answer.
 */
export const authentication = { sessionOf, actorKeys, actorOf, requireRole, authorize } as const;

export type Authentication = typeof authentication;
