import type { ParcelRecord } from '../parcels/record.ts';
import type { Situation } from './contract.ts';

/** The one who did not take the parcel, and why, as its owner reads it (rule 190). */
export function refusalIn({ contentsRefused }: Pick<ParcelRecord, 'contentsRefused'>): Situation['contentsRefused'] {
  if (!contentsRefused) return undefined;
  const { firstName, lastName, unavailable } = contentsRefused.by;
  return { by: { firstName, lastName, unavailable }, reason: contentsRefused.reason };
}
