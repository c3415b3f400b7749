import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { logger } from './log.ts';

/**
 * A consumer, a job or a trigger: its log lines name function and request. Calls of the API do not, because these facts
 * would double their lines.
 */
export function background<Event, Result>(work: (event: Event, context: Context) => Promise<Result>) {
  const handler = middy(work as never).use(injectLambdaContext(logger));
  return handler as unknown as (event: Event, context?: Context) => Promise<Result>;
}
