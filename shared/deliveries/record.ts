import * as z from 'zod/mini';
import { contentTypes } from '../values/files.ts';
import { ProofStage } from './contract.ts';

/** A photo of a hand-over as the table keeps it. It counts only for the assignment that it was taken in. */
export const ProofRecord = z.object({
  id: z.string(),
  stage: ProofStage,
  by: z.string(),
  at: z.string(),
  key: z.string(),
  contentType: z.enum(contentTypes),
  sha256: z.string(),
  assignedAt: z.string(),
});
export type ProofRecord = z.infer<typeof ProofRecord>;
