import { useState } from 'react';
import type * as z from 'zod/mini';
import { AdminAdvertisement, type NewAdvertisement } from '#shared/admin/advertisements.ts';
import { useListed } from '#web/features/admin/advertisements/listed.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { type Sending, sendFile } from '#web/lib/api/upload.ts';

type Values = Omit<z.input<typeof NewAdvertisement>, 'uploadId'>;

/**
 * Sends the picture, then stores the advertisement once the picture is checked. A second try continues where the first
 * one stopped; after STALE it uses the current version.
 */
export function useSaveAdvertisement(edited: AdminAdvertisement | undefined) {
  const keyOfTry = useIdempotencyKey();
  const { added, changed, overtaken } = useListed();
  const [sent, setSent] = useState<{ file: File; uploadId: string }>();
  const [progress, setProgress] = useState<Sending>();
  const [version, setVersion] = useState(edited?.version ?? 0);

  async function upload(file: File): Promise<string> {
    if (sent?.file === file) return sent.uploadId;
    try {
      const uploadId = await sendFile(file, (body) => uploadsApi.requestAdvertisementUpload({ body }), setProgress);
      setSent({ file, uploadId });
      return uploadId;
    } finally {
      setProgress(undefined);
    }
  }

  async function store(values: Values, picture: File | undefined, keepsPicture: boolean): Promise<void> {
    const body = { ...values, ...(picture ? { uploadId: await upload(picture) } : {}) };
    if (!edited)
      return added(
        await untilScanned(() => adminApi.createAdvertisement({ body }, { idempotencyKey: keyOfTry(body) })),
      );
    const call = { params: { advertisementId: edited.id }, version, body: { ...body, keepsPicture } };
    changed(await untilScanned(() => adminApi.updateAdvertisement(call, { idempotencyKey: keyOfTry(call) })));
  }

  async function save(values: Values, picture: File | undefined, keepsPicture: boolean): Promise<void> {
    try {
      await store(values, picture, keepsPicture);
    } catch (error) {
      const { code, current } = asProblem(error);
      if (code === 'FILE_REFUSED') setSent(undefined);
      if (code === 'STALE') overtaken();
      setVersion((seen) => AdminAdvertisement.safeParse(current).data?.version ?? seen);
      throw error;
    }
  }
  return { save, progress };
}
