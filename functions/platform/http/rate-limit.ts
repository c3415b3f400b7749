import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { crowdedTitle, waitWords } from '#shared/client-refusals.ts';
import { Refusal } from '#shared/refusal.ts';
import type { RateLimit } from '#shared/route.ts';
import { keys } from '../keys.ts';
import type { Table, Write } from '../table.ts';

const hourSeconds = 3600;

type Limit = Omit<RateLimit, 'by'> & Partial<Pick<RateLimit, 'by'>>;

/** Adds one to the bucket of the current window, if its limit allows it. A call with an id is counted once. */
function oneMore(scope: string, key: string, limit: Limit, now: number, callId?: string) {
  const window = Math.floor(now / 1000 / limit.seconds);
  const endsAt = (window + 1) * limit.seconds;
  const named = callId !== undefined;
  return {
    bucket: keys.rateBucket(`${scope}#${limit.by ?? ''}#${window}`, key),
    change: {
      expression: `ADD #count :one${named ? ', #calls :calls' : ''} SET #ttl = :ttl`,
      names: { '#count': 'count', '#ttl': 'ttl', ...(named ? { '#calls': 'calls' } : {}) },
      values: { ':one': 1, ':ttl': endsAt + 60, ...(named ? { ':calls': new Set([callId]) } : {}) },
    },
    room: {
      expression: `attribute_not_exists(#count) OR ${named ? '(#count < :max AND NOT contains(#calls, :call))' : '#count < :max'}`,
      values: { ':max': limit.count, ...(named ? { ':call': callId } : {}) },
    },
    refuse: () => tooMany(limit.by, Math.max(1, Math.ceil(endsAt - now / 1000))),
  };
}

/** The refusal with the actual wait, and with another way for an address that many people share. */
function tooMany(by: Limit['by'], retryAfterSeconds: number): Refusal {
  const wait = waitWords(retryAfterSeconds);
  const sentence =
    by === 'address'
      ? {
          title: crowdedTitle,
          detail: `Beaucoup de personnes partagent votre adresse internet. Réessayez dans ${wait}, ou par une autre connexion (Wi-Fi, données mobiles).`,
        }
      : retryAfterSeconds > hourSeconds
        ? { title: 'Limite atteinte', detail: `Vous avez atteint la limite autorisée. Réessayez dans ${wait}.` }
        : { title: 'Trop de tentatives', detail: `Trop de tentatives. Veuillez attendre ${wait}.` };
  return new Refusal('TOO_MANY', sentence, { retryAfterSeconds });
}

/** An address without its tag, for limits: « name+1@ » reaches the same mailbox. */
export const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '');

const isOff = () => process.env['RATE_LIMITS'] === 'off';

/**
 * The write that counts an act against a quota, in the transaction of its effect. Refused, repeated and unfinished acts
 * do not count, and only one of two concurrent acts takes the last place. TOO_MANY as in `countCall`.
 */
export function countAct(table: Table, scope: string, key: string, quota: Limit, now: number): Write[] {
  if (isOff()) return [];
  const { bucket, change, room, refuse } = oneMore(scope, key, { by: 'member', ...quota }, now);
  return [table.update(bucket, change, room, refuse)];
}

/**
 * One after another: the write that lets only one of concurrent acts pass that read what `key` has before they add to
 * it. Read it before them. A lost race is UNAVAILABLE, so the act needs an `again`.
 */
export async function oneByOne(table: Table, scope: string, key: string, now: number): Promise<Write> {
  const bucket = keys.rateBucket(`${scope}#turn`, key);
  const seen = (await table.get(bucket, { consistent: true }))?.['count'];
  return table.update(
    bucket,
    {
      expression: 'ADD #count :one SET #ttl = :ttl',
      names: { '#count': 'count', '#ttl': 'ttl' },
      values: { ':one': 1, ':ttl': Math.ceil(now / 1000) + hourSeconds },
    },
    seen === undefined
      ? { expression: 'attribute_not_exists(#count)' }
      : { expression: '#count = :seen', values: { ':seen': seen } },
    () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }),
  );
}

/** Throws TOO_MANY before an act that `countAct` would refuse at its end, after much work. */
export async function requireRoom(table: Table, scope: string, key: string, quota: Limit, now: number): Promise<void> {
  if (isOff()) return;
  const { bucket, refuse } = oneMore(scope, key, { by: 'member', ...quota }, now);
  const counted = await table.get(bucket, { consistent: true });
  if (Number(counted?.['count'] ?? 0) >= quota.count) throw refuse();
}

/**
 * Counts one call against a limit: one conditional update of the bucket of the current window. Throws TOO_MANY with the
 * seconds until the next window. `key` is counted, such as a member's id, a client address or an e-mail address;
 * only its hash is stored. Repeats with the same `callId` are not counted again, and pass when the bucket is full. The
 * variable RATE_LIMITS=off switches all limits off.
 */
export async function countCall(
  table: Table,
  scope: string,
  key: string,
  limit: Limit,
  now: number,
  callId?: string,
): Promise<void> {
  if (isOff()) return;
  const { bucket, change, room, refuse } = oneMore(scope, key, limit, now, callId);
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...bucket },
        UpdateExpression: change.expression,
        ConditionExpression: room.expression,
        ExpressionAttributeNames: change.names,
        ExpressionAttributeValues: { ...change.values, ...room.values },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) {
      const isRepeat = callId !== undefined && error.Item?.['calls']?.SS?.includes(callId);
      if (isRepeat) return;
      throw refuse();
    }
    // A database that does not answer must not let calls past a limit.
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

/**
 * The write that counts an act for which a full limit is no refusal; undefined past the limit. It belongs to the
 * transaction of its effect. A lost race for the last place is UNAVAILABLE, so the act needs an `again`.
 */
export async function placeWithin(
  table: Table,
  scope: string,
  key: string,
  limit: Limit,
  now: number,
): Promise<Write[] | undefined> {
  if (isOff()) return [];
  const { bucket, change, room } = oneMore(scope, key, limit, now);
  const counted = await table.get(bucket, { consistent: true });
  if (Number(counted?.['count'] ?? 0) >= limit.count) return undefined;
  return [table.update(bucket, change, room, () => new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 1 }))];
}
