import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { isFromEdge } from '#functions/platform/http/origin.ts';
import { siteUrl } from '#functions/platform/site-url.ts';
import type { Table } from '#functions/platform/table.ts';
import { readToken, spendToken } from '#functions/platform/tokens.ts';
import { Refusal } from '#shared/refusal.ts';

/**
 * The check uses up the ticket. The answer is an IAM policy. Its context stays for the connection, so the connection
 * acts for the ticket's member, and a page cannot change that.
 */
export async function authorizeSocket(
  event: APIGatewayRequestAuthorizerEvent,
  table: Table,
  now: number,
): Promise<APIGatewayAuthorizerResult> {
  const headers = new Map(Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  const ticket = event.queryStringParameters?.['ticket'] ?? '';
  const isOurs =
    isFromEdge(headers.get('x-origin-secret')) && headers.get('origin') === (await siteUrl()) && ticket !== '';
  const holder = isOurs ? await consume(table, ticket, now) : undefined;
  if (!holder) return policy('Deny', 'nobody', event.methodArn);
  return { ...policy('Allow', holder.memberId, event.methodArn), context: holder };
}

/** The holder of a valid ticket, which it uses up; undefined for any other ticket. */
async function consume(table: Table, ticket: string, now: number) {
  try {
    const { memberId, authTime } = await readToken(table, ticket, 'socket', now);
    await table.transact([spendToken(table, ticket, now)]);
    return authTime === undefined ? undefined : { memberId, authTime };
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'UNAVAILABLE') return undefined;
    throw error;
  }
}

const policy = (Effect: 'Allow' | 'Deny', principalId: string, Resource: string): APIGatewayAuthorizerResult => ({
  principalId,
  policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect, Resource }] },
});
