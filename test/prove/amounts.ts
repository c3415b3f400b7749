import { appendFileSync } from 'node:fs';

/** How much of the full amounts this run does: 1 under `npm run prove`; without it every part runs its short form. */
export const share = Number(process.env['PROVE_SHARE'] ?? 0);

export const isFull = share >= 1;

/** The short amount, or the share of the full one. */
export const amountOf = (full: number, short: number): number =>
  share > 0 ? Math.max(short, Math.ceil(full * share)) : short;

/** One line of the result: what was done how often, and what came of it. */
export interface PartResult {
  readonly part: string;
  readonly amount: string;
  readonly result: string;
  readonly holds: boolean;
}

/** Hands the result to the command, where one reads it. The test itself fails where the part does not hold. */
export function tell(result: PartResult): void {
  const file = process.env['PROVE_RESULTS'];
  if (file) appendFileSync(file, `${JSON.stringify({ ...result, isFull })}\n`);
}
