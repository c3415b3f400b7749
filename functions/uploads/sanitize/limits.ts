import { maxFileBytes } from '#shared/values/files.ts';

export interface Limits {
  maxBytes: number;
  /** Pixels of a picture, all frames together, that a phone can decode without running out of memory. */
  maxPixels: number;
  minSide: number;
  maxFrames: number;
  maxPages: number;
  /** Seconds for drawing a file, well below the scanner's own timeout. */
  seconds: number;
}

export const scanLimits: Limits = {
  maxBytes: maxFileBytes,
  maxPixels: 40_000_000,
  minSide: 50,
  maxFrames: 200,
  maxPages: 20,
  seconds: 20,
};

/** Why a file is refused. The code is for logs and tests, the sentence for the member. */
const reasons = {
  empty: 'Le fichier est vide.',
  too_heavy: 'Le fichier dépasse 5 Mo.',
  wrong_type: "Le contenu du fichier ne correspond pas à son format. Choisissez l'original et réessayez.",
  damaged: 'Le fichier est endommagé ou incomplet. Enregistrez-le à nouveau et réessayez.',
  too_small: "L'image est trop petite : 50 pixels de côté au minimum.",
  too_large: "L'image est trop grande : 40 mégapixels au maximum.",
  too_many_frames: "L'animation est trop longue : 200 images au maximum.",
  too_many_pages: 'Le document est trop long : 20 pages au maximum.',
  too_much_animation: "L'animation est trop lourde : moins d'images, ou plus petites.",
  too_complex:
    'Le fichier est trop complexe à vérifier. Réenregistrez-le avec « Imprimer en PDF » ou envoyez une photo.',
  encrypted: 'Ce PDF est protégé par un mot de passe. Enregistrez-le sans protection et réessayez.',
  malware: 'Le fichier a été refusé par le contrôle de sécurité.',
} as const;

export type FileRefusalCode = keyof typeof reasons;

/** Thrown as soon as a file must be refused; `sanitize` turns it into its verdict. */
export class FileRefusal extends Error {
  readonly code: FileRefusalCode;

  constructor(code: FileRefusalCode) {
    super(reasons[code]);
    this.name = 'FileRefusal';
    this.code = code;
  }
}
