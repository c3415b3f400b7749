import { mailersAtOnce } from '#functions/mail/ses.ts';
import type { Settings } from './config.ts';

/** Runs of the function that reads SES's refusals. */
export const refusalsAtOnce = 2;

/** Functions that may run in parallel without a request of a visitor: of the four queues, of the stream, and jobs. */
export const backgroundRuns = ({ scansAtOnce, noticesAtOnce }: Settings) => ({
  queues: scansAtOnce + noticesAtOnce + mailersAtOnce + refusalsAtOnce,
  // Each shard of the table is read; a small one has one.
  readers: 2,
  jobs: 6,
});
