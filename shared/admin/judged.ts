import * as z from 'zod/mini';
import { Reason } from '../values/fields.ts';

/** A decision about the version that the administrator saw. */
export const judged = { method: 'POST', idempotency: 'required', ifMatch: true } as const;

export const reasoned = { ...judged, body: z.strictObject({ reason: Reason }) } as const;
