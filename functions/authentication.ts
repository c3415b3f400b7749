import { actorKeys, actorOf, requireRole, sessionOf } from './actor.ts';
import { authorize } from './authorize.ts';

/**
 * The part of the pipeline for signed-in callers: the caller, and their rights on the resource. Functions for visitors
 * leave it out, with the schemas of every resource, because building those takes longer than an answer.
 */
export const authentication = { sessionOf, actorKeys, actorOf, requireRole, authorize } as const;

export type Authentication = typeof authentication;
