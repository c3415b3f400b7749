import type { Upload } from '#shared/values/files.ts';
import { ApiProblem, asProblem, offline } from './problem.ts';

export interface Announcement {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
}

export interface Sending {
  readonly share: number;
  readonly stop?: () => void;
}

type RequestTarget = (announcement: Announcement) => Promise<Upload>;

const tries = 3;
/** Milliseconds without progress after which the line counts as dead. */
const silentMs = 30_000;

/**
 * Requests an upload target, sends the file to it and returns the upload's id. It repeats what may succeed at another
 * try. Throws FILE_REFUSED if the file has to be chosen again, OFFLINE for a line that breaks or is silent,
 * UNAVAILABLE, STOPPED after `stop`, or the refusal of the target.
 */
export async function sendFile(
  file: File,
  request: RequestTarget,
  onProgress: (sending: Sending) => void = () => {},
): Promise<string> {
  const ending = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let end: (problem: ApiProblem) => void = () => {};
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  const stop = () => end(stopped());
  const hear = (share: number) => {
    clearTimeout(silence);
    silence = setTimeout(() => end(offline()), silentMs);
    onProgress({ share, stop });
  };
  hear(0);
  try {
    const uploadId = await Promise.race([ended, deliver(file, request, hear, ending.signal)]);
    onProgress({ share: 1 });
    return uploadId;
  } finally {
    clearTimeout(silence);
    ending.abort();
  }
}

/** A target that has expired is replaced once. */
async function deliver(
  file: File,
  request: RequestTarget,
  hear: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const announcement = await announce(file);
  let place = await targetFor(announcement, request, signal);
  let isRenewed = false;
  for (let attempt = 1; ; attempt++) {
    let outcome = await put(file, place, hear, signal);
    if (outcome === 'expired' && !isRenewed) {
      isRenewed = true;
      place = await targetFor(announcement, request, signal);
      outcome = await put(file, place, hear, signal);
    }
    if (outcome === 'stored') return place.uploadId;
    if (outcome === 'refused') throw unsendable();
    if (outcome === 'lost') await requireReadable(file);
    if (attempt === tries || outcome === 'expired' || !navigator.onLine)
      throw outcome === 'lost' ? offline() : notTaken();
    await pause(attempt, signal);
  }
}

/** Asking for a target twice changes nothing, so it is safe without a key. */
async function targetFor(announcement: Announcement, request: RequestTarget, signal: AbortSignal): Promise<Upload> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(announcement);
    } catch (error) {
      const { code, isUncertain } = asProblem(error);
      if (!isUncertain) throw error;
      if (attempt === tries || !navigator.onLine) throw code === 'OFFLINE' ? offline() : notTaken();
      await pause(attempt, signal);
    }
  }
}

const pause = (attempt: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 1000 * attempt * (1 + Math.random()));
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/** SHA-256 of a file, base64. */
export async function fingerprintOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

async function announce(file: File): Promise<Announcement> {
  const sha256 = await fingerprintOf(file).catch(() => {
    throw unsendable();
  });
  return { fileName: file.name.slice(0, 255) || 'photo', contentType: file.type, size: file.size, sha256 };
}

/** A file that was changed or removed on the device breaks off like a line. */
async function requireReadable(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw unsendable();
    });
}

type Outcome = 'stored' | 'expired' | 'passing' | 'refused' | 'lost';

/** XMLHttpRequest, because fetch does not report the progress of an upload. */
function put(file: File, place: Upload, hear: (share: number) => void, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('PUT', place.url);
    for (const [name, value] of Object.entries(place.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => hear(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => resolve('lost'));
    request.addEventListener('load', () => resolve(outcomeOf(request)));
    signal.addEventListener('abort', () => request.abort());
    if (!signal.aborted) request.send(file);
  });
}

/** Codes of S3 for a body that came too slowly or not whole. */
const brokenOff = /<Code>(RequestTimeout|IncompleteBody)</;

function outcomeOf({ status, responseText }: Pick<XMLHttpRequest, 'status' | 'responseText'>): Outcome {
  // 412: an earlier try has already sent this file.
  if (status < 300 || status === 412) return 'stored';
  if (status === 403) return 'expired';
  const isPassing = status >= 500 || status === 408 || status === 429 || brokenOff.test(responseText);
  return isPassing ? 'passing' : 'refused';
}

const unsendable = () =>
  new ApiProblem('FILE_REFUSED', {
    title: 'Fichier refusé',
    detail: "Ce fichier n'a pas pu être envoyé. Choisissez-le à nouveau.",
  });

const notTaken = () =>
  new ApiProblem('UNAVAILABLE', {
    title: 'Fichier non envoyé',
    detail: "L'envoi de fichiers est momentanément indisponible. Votre fichier est gardé : réessayez dans un instant.",
  });

const stopped = () =>
  new ApiProblem('STOPPED', {
    title: 'Envoi arrêté',
    detail: 'Votre fichier est gardé : envoyez-le quand vous voulez.',
  });
