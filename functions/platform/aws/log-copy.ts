import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { openS3, putOnce } from './s3.ts';

export type LogCopy = ReturnType<typeof openLogCopy>;

/** The object key of a copied line, by the line's sort key: a time and its id. */
const objectKey = (line: string) => `log/${line}`;

/**
 * The copy of the administrators' log, one object for each line, in a bucket whose objects are locked against replacing
 * and deleting for three years (rule 96).
 */
export function openLogCopy(Bucket: string, client: S3Client = openS3()) {
  return {
    /** Writes a line once; a repeated call changes nothing. */
    add: (line: string, record: unknown): Promise<void> =>
      putOnce(client, {
        Bucket,
        Key: objectKey(line),
        Body: JSON.stringify(record),
        ContentType: 'application/json',
      }),

    async linesOf(day: string): Promise<string[]> {
      const lines: string[] = [];
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: objectKey(day), ContinuationToken }));
        lines.push(...(page.Contents ?? []).map(({ Key = '' }) => Key.slice(objectKey('').length)));
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
      return lines;
    },

    /** The copied record of a line; throws if there is none. */
    async read(line: string): Promise<unknown> {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: objectKey(line) }));
      return JSON.parse((await Body?.transformToString()) ?? 'null');
    },
  };
}
