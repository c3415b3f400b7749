import type { _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';

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
