import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { noteRefusals } from './mail-refusals.ts';

const table = openTable(env('TABLE'));

/** Consumer of the queue of SES events. */
export const handler = background(({ Records }: SQSEvent): Promise<SQSBatchResponse> => noteRefusals(Records, table));
