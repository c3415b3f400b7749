import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { noteRefusals } from './mail-refusals.ts';

const table = openTable(env('TABLE'));

export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => noteRefusals(Records, table);
