import { useEffect, useRef, useState } from 'react';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { type ParcelValues, toEditedParcel, toNewParcel } from '#web/features/parcels/parcel-form.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem, fromOtherRelease, offline } from '#web/lib/api/problem.ts';
import { untilScanned } from '#web/lib/api/until-scanned.ts';
import type { Sending as OnItsWay } from '#web/lib/api/upload.ts';
import { calmMs, untilLoaded } from '#web/lib/offline/until-loaded.ts';
import { toast } from '#web/lib/toast.ts';

/** Code that only sends: a person who fills the form in does not wait for it. */
async function loaded<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch {
    throw navigator.onLine ? fromOtherRelease() : offline();
  }
}

const loadApi = () => loaded(import('#web/features/parcels/api.ts'));

async function sendParcelFile(file: File, onProgress: (sending: OnItsWay) => void): Promise<string> {
  const [{ sendFile }, { uploadsApi }] = await loaded(
    Promise.all([import('#web/lib/api/upload.ts'), import('#web/features/uploads/api.ts')]),
  );
  return sendFile(file, (body) => uploadsApi.requestParcelUpload({ body }), onProgress);
}

const passing = ['OFFLINE', 'UNAVAILABLE', 'FAULT', 'IN_PROGRESS', 'TOO_MANY', 'STALE'];

export type Sending = OnItsWay | 'failed' | undefined;

/**
 * Sends the file, then publishes (or stores the edit of `edited`) until the file is checked. A second try continues
 * where the first one stopped; after STALE it is about the current version.
 */
export function usePublishParcel(edited?: Parcel) {
  const idempotencyKey = useIdempotencyKey();
  const sent = useRef<{ file: File; uploadId: string }>(undefined);
  const version = useRef(edited?.version ?? 0);
  const [sending, setSending] = useState<Sending>();
  useEffect(() => untilLoaded(() => loadApi().then(() => {}), calmMs), []);

  async function upload(file: File): Promise<string> {
    if (sent.current?.file === file) return sent.current.uploadId;
    try {
      const uploadId = await sendParcelFile(file, setSending);
      sent.current = { file, uploadId };
      setSending(undefined);
      return uploadId;
    } catch (fault) {
      setSending(asProblem(fault).code === 'STOPPED' ? undefined : 'failed');
      throw fault;
    }
  }

  async function store(values: ParcelValues, uploadId: string | undefined): Promise<Parcel> {
    const { parcelsApi } = await loadApi();
    if (!edited) {
      const body = toNewParcel(values, uploadId);
      return untilScanned(() => parcelsApi.publishParcel({ body }, { idempotencyKey: idempotencyKey(body) }));
    }
    const body = toEditedParcel(values, uploadId);
    const call = { params: { parcelId: edited.id }, version: version.current, body };
    return untilScanned(() => parcelsApi.editParcel(call, { idempotencyKey: idempotencyKey(call) }));
  }

  async function publish(values: ParcelValues): Promise<Parcel> {
    try {
      return await store(values, values.file && (await upload(values.file)));
    } catch (fault) {
      const { code, current } = asProblem(fault);
      if (!passing.includes(code)) sent.current = undefined;
      if (code === 'STALE') version.current = (current as Partial<Parcel> | undefined)?.version ?? version.current;
      throw fault;
    }
  }
  return { publish, sending };
}

export const published = {
  title: 'Votre colis a été publié !',
  // Not « maintenant visible » (product 2.8): it is not, before its validation (rule 13).
  detail: 'Votre annonce sera visible par les transporteurs après validation, sous 24 à 48 heures.',
};

/** One toast for the publication, updated with its result (« Voyageur prévenu »). */
export function sayPublished(also?: string): void {
  const detail = also ? `${also}. ${published.detail}` : published.detail;
  toast.success(published.title, detail, { to: paths.myParcels, text: 'Voir mes colis' });
}
