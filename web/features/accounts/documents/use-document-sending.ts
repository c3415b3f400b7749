import { useCallback, useRef, useState } from 'react';
import type { DocumentKind, Upload } from '#shared/values/files.ts';
import { type Announcement, type Sending, sendFile } from '#web/lib/api/upload.ts';

export type DocumentName = 'idDocument' | 'facePhoto';
export type DocumentFiles = Partial<Record<DocumentName, File | undefined>>;
export type DocumentIds = Partial<Record<DocumentName, string>>;

const kinds: Record<DocumentName, DocumentKind> = { idDocument: 'id_document', facePhoto: 'face_photo' };
export const documentNames = Object.keys(kinds) as DocumentName[];

type RequestPlace = (call: { body: Announcement & { kind: DocumentKind } }) => Promise<Upload>;

/**
 * Sends the documents in parallel and returns the ids of their uploads. Stopping one stops both. The next try does not
 * send a stored file again, unless `forget` reports that the server refused it.
 */
export function useDocumentSending() {
  const [progress, setProgress] = useState<Partial<Record<DocumentName, Sending>>>({});
  const sent = useRef(new Map<File, string>());

  const send = useCallback(async (files: DocumentFiles, request: RequestPlace): Promise<DocumentIds> => {
    const stops = new Map<DocumentName, () => void>();
    const stop = () => stops.forEach((end) => end());
    const one = async (name: DocumentName, file: File) => {
      const report = ({ share, stop: end }: Sending) => {
        if (end) stops.set(name, end);
        setProgress((before) => ({ ...before, [name]: { share, ...(end ? { stop } : {}) } }));
      };
      const known = sent.current.get(file);
      if (known) report({ share: 1 });
      const id = known ?? (await sendFile(file, (about) => request({ body: { kind: kinds[name], ...about } }), report));
      sent.current.set(file, id);
      return [name, id] as const;
    };
    const given = documentNames.flatMap((name) => (files[name] ? [one(name, files[name])] : []));
    // Waits for both, so that a file that arrives is remembered when the other one fails.
    const outcomes = await Promise.allSettled(given);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      setProgress({});
      throw failed.reason;
    }
    return Object.fromEntries(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])));
  }, []);

  const forget = useCallback(() => {
    sent.current.clear();
    setProgress({});
  }, []);

  return { progress, send, forget };
}
