import type { ProofStage } from '#shared/deliveries/contract.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { type Sending, sendFile } from '#web/lib/api/upload.ts';

interface ProofSending {
  readonly parcelId: string;
  readonly stage: ProofStage;
  readonly photo: {
    readonly file: File;
    /** One key for one photo: trying again never attaches it twice. */
    readonly key: string;
    readonly uploadId?: string | undefined;
  };
  readonly onUploaded: (uploadId: string | undefined) => unknown;
  readonly onProgress?: (sending: Sending) => void;
}

/** Sends a photo of a hand-over and attaches it to the parcel; a later try goes on where this one stopped. */
export async function sendProof({ parcelId, stage, photo, onUploaded, onProgress }: ProofSending): Promise<void> {
  const { file, key } = photo;
  let { uploadId } = photo;
  if (!uploadId) {
    const place = { params: { parcelId } };
    uploadId = await sendFile(
      file,
      (about) => uploadsApi.requestProofUpload({ ...place, body: { stage, ...about } }),
      onProgress,
    );
    await onUploaded(uploadId);
  }
  const body = { uploadId };
  try {
    await untilScanned(() => deliveriesApi.addProof({ params: { parcelId }, body }, { idempotencyKey: key }));
  } catch (fault) {
    // A refused file has to be announced again.
    const { code } = asProblem(fault);
    if (code === 'FILE_REFUSED' || code === 'NOT_FOUND' || code === 'EXPIRED_LINK') await onUploaded(undefined);
    throw fault;
  }
}
