import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Problem } from '#shared/refusal.ts';
import { problemPage } from './pages.ts';

type Answer = APIGatewayProxyStructuredResultV2;

/** A refusal or a fault becomes a page with its French sentences. */
export const asPages =
  <Given extends readonly unknown[]>(handler: (...given: Given) => Promise<Answer>) =>
  async (...given: Given): Promise<Answer> => {
    const answer = await handler(...given);
    if (answer.headers?.['content-type'] !== 'application/problem+json') return answer;
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' },
      body: problemPage(JSON.parse(answer.body ?? '') as Problem),
    };
  };
