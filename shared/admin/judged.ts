import * as z from 'zod/mini';
import { termIds } from '../site/terms.ts';
import { Reason } from '../values/fields.ts';

/** A decision about the version that the administrator saw. */
export const judged = { method: 'POST', idempotency: 'required', ifMatch: true } as const;

export const reasoned = { ...judged, body: z.strictObject({ reason: Reason }) } as const;

/** The chapter of the terms that was broken. Without one the server names the usual chapter. */
export const BrokenTerm = z.enum([...termIds, 'none'], 'Chapitre inconnu');
export type BrokenTerm = z.infer<typeof BrokenTerm>;

/** A decision against a member, who reads the reason and the broken chapter (rule 179). */
export const Restriction = z.strictObject({ reason: Reason, term: z.optional(BrokenTerm) });
export type Restriction = z.infer<typeof Restriction>;

export const restricting = { ...judged, body: Restriction } as const;
