import { useRef, useState } from 'react';
import type { Parcel } from '#shared/parcels/contract.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { type ParcelValues, toNewParcel } from '#web/features/parcels/parcel-form.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { asProblem } from '#web/lib/problem.ts';
import { sendFile, untilScanned } from '#web/lib/upload.ts';
import { useIdempotencyKey } from '#web/lib/use-idempotency-key.ts';

/** After these the very same publication may be tried again; after others the file is sent anew. */
const passing = ['OFFLINE', 'UNAVAILABLE', 'FAULT', 'IN_PROGRESS', 'TOO_MANY'];

/** Sends the file, then publishes until the file is checked. A second try goes on where the first one stopped. */
export function usePublishParcel() {
  const idempotencyKey = useIdempotencyKey();
  const sent = useRef<{ file: File; uploadId: string }>(undefined);
  const [progress, setProgress] = useState<number>();

  async function upload(file: File): Promise<string> {
    if (sent.current?.file === file) return sent.current.uploadId;
    const uploadId = await sendFile(file, (body) => uploadsApi.requestParcelUpload({ body }), setProgress);
    sent.current = { file, uploadId };
    return uploadId;
  }

  async function publish(values: ParcelValues): Promise<Parcel> {
    try {
      const body = toNewParcel(values, values.file && (await upload(values.file)));
      return await untilScanned(() => parcelsApi.publishParcel({ body }, { idempotencyKey: idempotencyKey(body) }));
    } catch (fault) {
      if (!passing.includes(asProblem(fault).code)) sent.current = undefined;
      throw fault;
    } finally {
      setProgress(undefined);
    }
  }
  return { publish, progress };
}
