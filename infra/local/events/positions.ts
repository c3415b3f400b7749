import { existsSync, readFileSync } from 'node:fs';
import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import * as z from 'zod/mini';
import { writeAtomically } from '#infra/local/emulators/atomic-file.ts';

export function sequenceNumberOf({ dynamodb }: StreamRecord): string {
  return dynamodb?.SequenceNumber ?? '';
}

/** Records as Lambda passes them: the same names, times in seconds, binary values in base64. */
export function eventOf(records: readonly StreamRecord[], streamArn: string): { Records: unknown[] } {
  const asLambda = (_: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
  const plain = records.map(({ dynamodb, userIdentity, ...record }) => ({
    ...record,
    ...(userIdentity && { userIdentity: { type: userIdentity.Type, principalId: userIdentity.PrincipalId } }),
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
    },
  }));
  return { Records: JSON.parse(JSON.stringify(plain, asLambda)) };
}

/**
 * Progress in a part of the engine's stream; `waiting` is the first undelivered record of each shard that is behind.
 */
const Position = z.object({
  last: z.optional(z.string()),
  ended: z.boolean(),
  waiting: z._default(z.record(z.string(), z.string()), {}),
});
type Position = z.infer<typeof Position>;

type Start =
  | { ShardIteratorType: 'TRIM_HORIZON' }
  | { ShardIteratorType: 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER'; SequenceNumber: string };

/** How far a stream is read, kept in a file so that nothing is lost over a restart. */
export type Positions = ReturnType<typeof openPositions>;

export function openPositions(file: string) {
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const before = new Map<string, Position>(Object.entries(z.parse(z.record(z.string(), Position), stored)));
  const now = new Map<string, Omit<Position, 'waiting'>>();

  const isComplete = ({ ended, waiting }: Position) => ended && Object.keys(waiting).length === 0;
  /** Read again from an undelivered record, and not yet where the last run was. */
  const isBehind = (partId: string) => {
    const [then, read] = [before.get(partId), now.get(partId)];
    return then !== undefined && (!read?.last || isEarlier(read.last, then.last ?? ''));
  };

  return {
    start(partId: string): Start {
      const last = now.get(partId)?.last;
      if (last) return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: last };
      const then = before.get(partId);
      const [first] = Object.values(then?.waiting ?? {}).toSorted((a, b) => (isEarlier(a, b) ? -1 : 1));
      if (first) return { ShardIteratorType: 'AT_SEQUENCE_NUMBER', SequenceNumber: first };
      if (then?.last) return { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: then.last };
      return { ShardIteratorType: 'TRIM_HORIZON' };
    },
    hasEnded(partId: string) {
      const then = before.get(partId);
      return now.get(partId)?.ended ?? (then !== undefined && isComplete(then));
    },
    isDone(partId: string, shard: number, sequenceNumber: string) {
      const { last = '', waiting = {} } = before.get(partId) ?? {};
      if (isEarlier(last, sequenceNumber)) return false;
      const first = waiting[shard];
      return first === undefined || isEarlier(sequenceNumber, first);
    },
    advance(partId: string, to: { last?: string | undefined; ended: boolean }) {
      now.set(partId, { last: to.last ?? now.get(partId)?.last, ended: to.ended });
    },
    forget(partId: string) {
      before.delete(partId);
      now.delete(partId);
    },
    /** Writes the file. `waitingOf` gives the first undelivered record of each shard, by its number. */
    save(waitingOf: (partId: string) => Readonly<Record<string, string>>) {
      const parts = [...new Set([...before.keys(), ...now.keys()])].map((partId) => {
        const read = now.get(partId);
        const then = before.get(partId);
        if (then && (!read || isBehind(partId))) return [partId, then];
        return [partId, { last: read?.last ?? then?.last, ended: read?.ended ?? false, waiting: waitingOf(partId) }];
      });
      writeAtomically(file, JSON.stringify(Object.fromEntries(parts)));
    },
  };
}

/** Sequence numbers are whole numbers of any length. */
const isEarlier = (one: string, other: string): boolean => BigInt(one || 0) < BigInt(other || 0);
