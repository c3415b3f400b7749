import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';

/**
 * Brings back what was deleted in a versioned bucket since a moment: a deletion only puts a mark on the object, and it
 * takes the marks away. Older versions are kept for thirty days. Returns how many came back.
 */
export async function undelete(client: S3Client, Bucket: string, since: Date): Promise<number> {
  let count = 0;
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } = {};
  for (;;) {
    const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...from }));
    for (const { Key, VersionId, LastModified, IsLatest } of page.DeleteMarkers ?? []) {
      // Archives of members' data end by themselves after a day.
      if (!IsLatest || !LastModified || LastModified < since || Key?.startsWith('exports/')) continue;
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
      count += 1;
    }
    if (!page.IsTruncated) return count;
    from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
  }
}
