import { useRef, useState } from 'react';
import { receiptsApi } from '#web/features/subscriptions/receipts/api.ts';
import { uploadsApi } from '#web/features/uploads/api.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import { type Sending, sendFile } from '#web/lib/api/upload.ts';

/**
 * Sends the file, then the receipt. A file that has arrived is not sent again by the next try, unless it is refused.
 */
export function useReceiptSending() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<Sending>();
  const sent = useRef(new WeakMap<File, string>());
  const keyOfTry = useIdempotencyKey();

  async function send(file: File, { paidOn, reference }: { paidOn: string; reference: string }): Promise<void> {
    setBusy(true);
    try {
      const known = sent.current.get(file);
      if (known) setProgress({ share: 1 });
      const request = (about: Parameters<typeof uploadsApi.requestReceiptUpload>[0]['body']) =>
        uploadsApi.requestReceiptUpload({ body: about });
      const uploadId = known ?? (await sendFile(file, request, setProgress));
      sent.current.set(file, uploadId);
      const body = {
        uploadId,
        ...(paidOn ? { paidOn } : {}),
        ...(reference.trim() ? { reference } : {}),
      };
      await untilScanned(() => receiptsApi.sendReceipt({ body }, { idempotencyKey: keyOfTry(body) }));
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'FILE_REFUSED') sent.current.delete(file);
      throw error;
    } finally {
      setBusy(false);
      setProgress(undefined);
    }
  }

  return { busy, progress, send };
}
