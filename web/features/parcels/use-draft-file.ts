import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import type { ParcelFormState } from '#web/features/parcels/parcel-form.ts';
import { keepDraftFile, readDraftFile } from '#web/lib/drafts/draft-file.ts';

/** The file of the draft loads later than its text; after that each change of it is stored. Returns its deletion. */
export function useDraftFile(
  draftName: string,
  { control, setValue, getValues }: ParcelFormState,
): () => Promise<void> {
  const file = useWatch({ control, name: 'file' });
  const stored = useRef<{ file: File | undefined }>(undefined);
  useEffect(() => {
    void readDraftFile(draftName).then((kept) => {
      stored.current = { file: kept };
      if (kept && !getValues('file')) setValue('file', kept);
    });
  }, [draftName, setValue, getValues]);
  useEffect(() => {
    if (!stored.current || stored.current.file === file) return;
    stored.current = { file };
    void keepDraftFile(draftName, file);
  }, [draftName, file]);
  return () => keepDraftFile(draftName, undefined);
}
