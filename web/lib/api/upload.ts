import type { Upload } from '#shared/values/files.ts';
import { ApiProblem, offline } from './problem.ts';

/** Description of a file, sent to get an upload target. */
export interface Announcement {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

/** Requests an upload target, sends the file to it and returns the upload's id. `onProgress`: 0 to 1. */
export async function sendFile(
  file: File,
  request: (announcement: Announcement) => Promise<Upload>,
  onProgress: (share: number) => void = () => {},
): Promise<string> {
  const place = await request(await announce(file));
  await put(file, place, onProgress);
  return place.uploadId;
}

/** SHA-256 of a file, base64. */
export async function fingerprintOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

async function announce(file: File): Promise<Announcement> {
  const sha256 = await fingerprintOf(file);
  return { fileName: file.name.slice(0, 255) || 'photo', contentType: file.type, size: file.size, sha256 };
}

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
function put(file: File, place: Upload, onProgress: (share: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', place.url);
    for (const [name, value] of Object.entries(place.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => reject(offline()));
    request.addEventListener('load', () => {
      // 412: an earlier try has already sent this file.
      if (request.status < 300 || request.status === 412) resolve();
      else
        reject(
          new ApiProblem('FILE_REFUSED', {
            title: 'Fichier refusé',
            detail: "Ce fichier n'a pas pu être envoyé. Choisissez-le à nouveau.",
          }),
        );
    });
    request.send(file);
  });
}
