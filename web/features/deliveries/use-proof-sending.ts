import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { sendFile } from '#web/lib/api/upload.ts';
import { toast } from '#web/lib/toast.ts';

export type ProofPhoto = {
  file: File;
  /** One key for one photo: trying again never attaches it twice. */
  key: string;
  uploadId?: string;
  /** 0 to 1 while it is being sent. */
  progress?: number | undefined;
  problem?: string | undefined;
};

/** The photos of a hand-over that are still on this device. */
export function useProofSending(parcelId: string) {
  const queries = useQueryClient();
  const [photos, setPhotos] = useState<readonly ProofPhoto[]>([]);
  const latest = useRef(photos);
  const update = (next: (before: readonly ProofPhoto[]) => readonly ProofPhoto[]) => {
    latest.current = next(latest.current);
    setPhotos(latest.current);
  };
  const change = (key: string, facts: Partial<ProofPhoto>) =>
    update((before) => before.map((photo) => (photo.key === key ? { ...photo, ...facts } : photo)));

  const add = (file: File) => update((before) => [...before, { file, key: crypto.randomUUID() }]);
  const remove = (key: string) => update((before) => before.filter((photo) => photo.key !== key));

  async function sendOne({ file, key, uploadId: known }: ProofPhoto, stage: ProofStage): Promise<void> {
    change(key, { progress: known ? 1 : 0, problem: undefined });
    try {
      const uploadId =
        known ??
        (await sendFile(
          file,
          (about) => uploadsApi.requestProofUpload({ params: { parcelId }, body: { stage, ...about } }),
          (progress) => change(key, { progress }),
        ));
      change(key, { uploadId, progress: 1 });
      await untilScanned(() =>
        deliveriesApi.addProof({ params: { parcelId }, body: { uploadId } }, { idempotencyKey: key }),
      );
      remove(key);
    } catch (error) {
      const { code, detail } = asProblem(error);
      // A refused file has to be announced again; anything else goes on where it stopped.
      const gone = code === 'FILE_REFUSED' || code === 'NOT_FOUND' || code === 'EXPIRED_LINK';
      change(key, { progress: undefined, problem: detail, ...(gone ? { uploadId: undefined } : {}) });
      throw error;
    }
  }

  /** Sends what is here; true when every photo has arrived. Those that failed stay, with the reason. */
  async function sendAll(stage: ProofStage): Promise<boolean> {
    const waiting = latest.current;
    if (waiting.length === 0) return true;
    const outcomes = await Promise.allSettled(waiting.map((photo) => sendOne(photo, stage)));
    await touch(queries, ['deliveries', 'proofs']);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) toast.error(deliveryWords.photosFailed, asProblem(failed.reason).detail);
    return !failed;
  }

  return { photos, add, remove, sendAll };
}
