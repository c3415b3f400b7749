import { hasItsEnd, type SeenType, typeOf } from '#shared/uploads/file-types.ts';
import { fileProblem, fileProblemTitle, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { shrunk, square } from '#web/forms/files/compress-image.ts';

/** Why a file cannot be used: a title for a toast, and the sentence beside the field. */
export interface FileProblem {
  readonly title: string;
  readonly sentence: string;
}

/** A chosen file ready to be sent, or the reason why it is refused. */
export type PreparedFile = { readonly file: File } | { readonly problem: FileProblem };

/** Longest side of the picture of a profile. */
const avatarSide = 512;
/**
 * Readers search for the start of a PDF within this many bytes (ISO 32000, annex H); mail programs put a mark before
 * it.
 */
const pdfStartWithin = 1024;

/**
 * Prepares a chosen file for sending: a picture of a kind that is taken becomes a smaller JPEG, a PDF starts at
 * its start. The bytes decide the type, not the name.
 */
export async function prepareFile(kind: UploadKind, chosen: File): Promise<PreparedFile> {
  // An unreadable file was moved or deleted after it was chosen.
  const bytes = await chosen.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => undefined,
  );
  if (!bytes)
    return unreadable(`« ${isolated(chosen.name)} » n'est plus sur cet appareil. Choisissez le fichier à nouveau.`);
  const pdf = pdfFrom(chosen, bytes);
  if (pdf) return isCutOff(bytes) ? orDamaged(judged(kind, pdf), chosen, 'fichier') : judged(kind, pdf);
  const seen = typeOf(bytes);
  const isPicture = seen !== undefined || chosen.type.startsWith('image/');
  if (!isPicture) return orDamaged(judged(kind, chosen), chosen, 'fichier');
  if (!hasItsEnd(bytes, seen)) return unreadable(damaged(chosen, 'photo'));
  const bitmap = await createImageBitmap(chosen, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return whyUndrawn(kind, seen, chosen);
  if (!isTaken(kind, seen ?? chosen.type)) return judged(kind, named(chosen, seen));
  const drawn = await drawnFor(kind, seen, chosen, bitmap);
  bitmap.close();
  return judged(kind, drawn ?? named(chosen, seen));
}

/** A photo of a phone becomes a JPEG; what else is not taken is refused, although this browser could draw it. */
const isTaken = (kind: UploadKind, type: string): boolean =>
  kind === 'avatar' || type === 'image/heic' || (uploadKinds[kind].types as readonly string[]).includes(type);

function whyUndrawn(kind: UploadKind, seen: SeenType | undefined, chosen: File): PreparedFile {
  if (seen === 'image/heic') return unreadable(heic(chosen));
  return orDamaged(judged(kind, named(chosen, seen)), chosen, 'photo');
}

/** Undefined means that the file is sent unchanged: an animation, or a browser that gives pages no pixels. */
async function drawnFor(kind: UploadKind, seen: SeenType | undefined, chosen: File, bitmap: ImageBitmap) {
  if (kind === 'avatar') return square(bitmap, chosen.name, avatarSide);
  return seen === 'image/gif' ? undefined : shrunk(bitmap, chosen.name);
}

/** The document without leading bytes, or undefined for other files. */
function pdfFrom(chosen: File, bytes: Uint8Array): File | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, pdfStartWithin)).indexOf('%PDF-');
  if (start < 0 || (start > 0 && typeOf(bytes))) return undefined;
  return new File([chosen.slice(start)], chosen.name, { type: 'application/pdf' });
}

/** A truncated PDF, without both words that end one. */
function isCutOff(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  return !text.includes('startxref') && !text.includes('%%EOF');
}

/** Named after the type of its bytes, because browsers derive a type from the extension alone. */
const named = (chosen: File, seen: SeenType | undefined) =>
  seen && seen !== chosen.type ? new File([chosen], chosen.name, { type: seen }) : chosen;

function judged(kind: UploadKind, file: File): PreparedFile {
  const sentence = fileProblem(kind, file);
  return sentence ? { problem: { title: fileProblemTitle(kind, file), sentence } } : { file };
}

/** A refused type or size is reported first. */
const orDamaged = (known: PreparedFile, chosen: File, what: 'photo' | 'fichier'): PreparedFile =>
  'problem' in known ? known : unreadable(damaged(chosen, what));

const unreadable = (sentence: string): PreparedFile => ({ problem: { title: 'Fichier illisible', sentence } });

const damaged = ({ name }: File, what: 'photo' | 'fichier') =>
  what === 'photo'
    ? `« ${isolated(name)} » ne peut pas être lu : la photo est incomplète, ou d'un format inconnu. Choisissez-en une autre, ou faites-en une capture d'écran.`
    : `« ${isolated(name)} » n'est pas un PDF lisible. Enregistrez-le à nouveau, ou choisissez-en une photo.`;

const heic = ({ name }: File) =>
  `« ${isolated(name)} » est une photo HEIC, que ce navigateur ne sait pas lire. Faites-en une capture d'écran, ou choisissez sur l'iPhone Réglages › Appareil photo › Formats › « Le plus compatible » et reprenez la photo.`;
