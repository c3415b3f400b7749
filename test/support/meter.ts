import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { inMemory } from './memory/engine.ts';

interface Capacity {
  readonly CapacityUnits?: number;
}
interface Read {
  readonly ConsistentRead?: boolean;
  ReturnConsumedCapacity?: 'TOTAL';
}

const reads = new Set(['GetItemCommand', 'QueryCommand', 'BatchGetItemCommand', 'GetCommand', 'BatchGetCommand']);

/**
 * Counts the read units of a client's calls from now on, by AWS's formula. DynamoDB Local charges nothing for an empty
 * answer; AWS charges half a unit, or a whole one for a consistent read.
 */
export function meterReads(client: DynamoDBClient): { units: number; calls: number } {
  if (client.middlewareStack.identify().some((name) => name.startsWith(inMemory)))
    throw new Error('A table in memory has no read units of AWS: ask for onDynamoDb().');
  const meter = { units: 0, calls: 0 };
  client.middlewareStack.add(
    (next, context) => async (call) => {
      if (!reads.has(String(context['commandName']))) return next(call);
      const input = call.input as Read;
      input.ReturnConsumedCapacity = 'TOTAL';
      const answer = await next(call);
      const { ConsumedCapacity = [] } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
      const taken = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      meter.units += Math.max(input.ConsistentRead ? 1 : 0.5, taken);
      meter.calls += 1;
      return answer;
    },
    { step: 'initialize' },
  );
  return meter;
}
