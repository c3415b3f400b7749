import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { asProblem, offline } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import type { Sending } from '#web/lib/api/upload.ts';
import { useUnsaved } from '#web/lib/unsaved.ts';

export interface ProofPhoto {
  file: File;
  key: string;
  uploadId?: string | undefined;
  progress?: Sending | undefined;
  problem?: string | undefined;
}

/** The code that sends: a page has it soon after its first view. */
export const proofSending = () => import('#web/features/deliveries/send-proof.ts');

export function useProofSending(parcelId: string) {
  const queries = useQueryClient();
  const [photos, setPhotos] = useState<readonly ProofPhoto[]>([]);
  useUnsaved(photos.length > 0);
  const latest = useRef(photos);
  const update = (next: (before: readonly ProofPhoto[]) => readonly ProofPhoto[]) => {
    latest.current = next(latest.current);
    setPhotos(latest.current);
  };
  const change = (key: string, facts: Partial<ProofPhoto>) =>
    update((before) => before.map((photo) => (photo.key === key ? { ...photo, ...facts } : photo)));

  const add = (file: File) => update((before) => [...before, { file, key: crypto.randomUUID() }]);
  const remove = (key: string) => update((before) => before.filter((photo) => photo.key !== key));

  async function sendOne(photo: ProofPhoto, stage: ProofStage): Promise<void> {
    const { key } = photo;
    change(key, { progress: { share: photo.uploadId ? 1 : 0 }, problem: undefined });
    try {
      const { sendProof } = await proofSending().catch(() => Promise.reject(offline()));
      await sendProof({
        parcelId,
        stage,
        photo,
        onUploaded: (uploadId) => change(key, { uploadId, progress: { share: 1 } }),
        onProgress: (progress) => change(key, { progress }),
      });
      remove(key);
    } catch (error) {
      change(key, { progress: undefined, problem: asProblem(error).detail });
      throw error;
    }
  }

  /** Sends what is here. Photos that failed stay, with the reason of each; the first one rejects. */
  async function sendAll(stage: ProofStage): Promise<'sent' | 'offline'> {
    const waiting = latest.current;
    if (!navigator.onLine) return 'offline';
    if (waiting.length === 0) return 'sent';
    const outcomes = await Promise.allSettled(waiting.map((photo) => sendOne(photo, stage)));
    await touch(queries, ['deliveries', 'proofs']);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (!failed) return 'sent';
    if (asProblem(failed.reason).code === 'OFFLINE') return 'offline';
    throw failed.reason;
  }

  const takeAll = (): readonly ProofPhoto[] => {
    const taken = latest.current;
    update(() => []);
    return taken;
  };
  const putBack = (taken: readonly ProofPhoto[]) => update((before) => [...taken, ...before]);

  return { photos, add, remove, sendAll, takeAll, putBack };
}
