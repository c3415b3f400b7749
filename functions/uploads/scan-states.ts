import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { contentTypes, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import type { Uploads } from './scanner.ts';

const Stored = z.object({
  kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
  ownerId: z.string(),
  contentType: z.enum(contentTypes),
  createdAt: z.string(),
  target: z.optional(z.string()),
});

/**
 * The scanner's steps on UPLOAD items: issued → scanning → clean | rejected, one way; failed → scanning when an
 * operator repeats the scan. A failed condition means that another try won, which is no error.
 */
export function scanStates(table: Table): Uploads {
  const step = async (uploadId: string, change: Partial<UpdateCommandInput>) => {
    try {
      const { Attributes } = await table.documents.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { ...keys.upload(uploadId) },
          ReturnValues: 'ALL_NEW',
          ...change,
        }),
      );
      return Attributes;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  };
  const scannedAt = () => new Date(Date.now()).toISOString();

  return {
    async begin(uploadId) {
      const stored = await step(uploadId, {
        UpdateExpression: 'SET #state = :scanning',
        ConditionExpression: '#state IN (:issued, :scanning, :failed)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':issued': 'issued', ':scanning': 'scanning', ':failed': 'failed' },
      });
      return stored && { uploadId, ...Stored.parse(stored) };
    },

    async giveUp(uploadId) {
      await step(uploadId, {
        UpdateExpression: 'SET #state = :failed',
        ConditionExpression: '#state IN (:issued, :scanning)',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':issued': 'issued', ':scanning': 'scanning', ':failed': 'failed' },
      });
    },

    async accept(uploadId, { key, size, width, height }) {
      await step(uploadId, {
        UpdateExpression:
          'SET #state = :clean, #key = :key, #size = :size, scannedAt = :at, width = :width, height = :height',
        ConditionExpression: '#state = :scanning',
        ExpressionAttributeNames: { '#state': 'state', '#key': 'key', '#size': 'size' },
        ExpressionAttributeValues: {
          ':clean': 'clean',
          ':scanning': 'scanning',
          ':key': key,
          ':size': size,
          ':at': scannedAt(),
          ':width': width ?? null,
          ':height': height ?? null,
        },
      });
    },

    async reject(uploadId, reason) {
      await step(uploadId, {
        UpdateExpression: 'SET #state = :rejected, reason = :reason, scannedAt = :at REMOVE gs1pk, gs1sk',
        ConditionExpression: '#state = :scanning',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':rejected': 'rejected',
          ':scanning': 'scanning',
          ':reason': reason,
          ':at': scannedAt(),
        },
      });
    },
  };
}
