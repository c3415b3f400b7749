import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { Refusal } from '#shared/refusal.ts';
import type { RateLimit } from '#shared/route.ts';
import { keys } from '../keys.ts';
import type { Table } from '../table.ts';

/**
 * Counts one call against a limit: one conditional update of the bucket of the current window. Throws TOO_MANY with the
 * seconds until the next window. `key` is counted, such as a member's id, a client address or an e-mail address;
 * only its hash is stored. The variable RATE_LIMITS=off switches all limits off.
 */
export async function countCall(
  table: Table,
  scope: string,
  key: string,
  limit: Omit<RateLimit, 'by'> & Partial<Pick<RateLimit, 'by'>>,
  now: number,
): Promise<void> {
  if (process.env['RATE_LIMITS'] === 'off') return;
  const window = Math.floor(now / 1000 / limit.seconds);
  const endsAt = (window + 1) * limit.seconds;
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...keys.rateBucket(`${scope}#${limit.by ?? ''}#${window}`, key) },
        UpdateExpression: 'ADD #count :one SET #ttl = :ttl',
        ConditionExpression: 'attribute_not_exists(#count) OR #count < :max',
        ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
        ExpressionAttributeValues: { ':one': 1, ':max': limit.count, ':ttl': endsAt + 60 },
      }),
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') {
      throw new Refusal('TOO_MANY', undefined, { retryAfterSeconds: Math.max(1, Math.ceil(endsAt - now / 1000)) });
    }
    // A database that does not answer must not let a caller past a limit.
    throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
  }
}

/** Counts one call as `countCall` does; false past the limit. For acts that then continue without the limited part. */
export async function isWithin(...call: Parameters<typeof countCall>): Promise<boolean> {
  try {
    await countCall(...call);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY') return false;
    throw error;
  }
}
