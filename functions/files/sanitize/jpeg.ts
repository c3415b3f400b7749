import { orientationOf, orientationSegment } from './exif.ts';
import type { Limits } from './limits.ts';
import { type Cleaned, checkSides } from './picture.ts';
import { Reader } from './reader.ts';
import { FileRefusal } from './refusal.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Baseline, extended and progressive: the only codings that browsers decode. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman tables, quantisation tables, restart interval. */
const TABLES = new Set([0xc4, 0xdb, 0xdd]);

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isMetadata = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Rewrites a JPEG with the tables, scans and colour information a decoder needs. Camera, place, comments,
 * thumbnails and everything after the end of the image are gone; a turned photo keeps its orientation alone.
 */
export function cleanJpeg(bytes: Uint8Array, limits: Limits): Cleaned {
  const reader = new Reader(bytes);
  const header: Uint8Array[] = [];
  const image: Uint8Array[] = [];
  let orientation = 1;
  let size: { width: number; height: number } | undefined;
  let scans = 0;

  if (reader.u16() !== (0xff00 | SOI)) throw new FileRefusal('damaged');
  for (;;) {
    const marker = nextMarker(reader);
    if (marker === EOI) break;
    const body = reader.take(reader.u16() - 2);
    if (isMetadata(marker)) {
      const kept = keptMetadata(marker, body);
      if (kept) header.push(segment(marker, kept));
      if (marker === APP1 && orientation === 1) orientation = orientationOf(body);
    } else if (FRAMES.has(marker) && !size) {
      size = sizeOf(body);
      image.push(segment(marker, body));
    } else if (TABLES.has(marker)) {
      image.push(segment(marker, body));
    } else if (marker === SOS && size) {
      image.push(segment(marker, body), entropyCoded(reader));
      scans += 1;
    } else {
      throw new FileRefusal('damaged');
    }
  }
  if (!size || scans === 0) throw new FileRefusal('damaged');
  checkSides(size.width, size.height, limits);
  const turned = orientation >= 5;
  return {
    bytes: Buffer.concat([
      Uint8Array.of(0xff, SOI),
      ...header,
      ...(orientation === 1 ? [] : [segment(APP1, orientationSegment(orientation))]),
      ...image,
      Uint8Array.of(0xff, EOI),
    ]),
    width: turned ? size.height : size.width,
    height: turned ? size.width : size.height,
  };
}

/** A marker may be preceded by any number of fill bytes 0xff. */
const nextMarker = (reader: Reader): number => {
  if (reader.u8() !== 0xff) throw new FileRefusal('damaged');
  let marker = reader.u8();
  while (marker === 0xff) marker = reader.u8();
  return marker;
};

const segment = (marker: number, body: Uint8Array): Uint8Array => {
  const length = body.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), body]);
};

/** The part of a metadata segment that changes how the pixels look, `undefined` when none does. */
const keptMetadata = (marker: number, body: Uint8Array): Uint8Array | undefined => {
  const names = (name: string) => Buffer.from(body.subarray(0, name.length)).toString('latin1') === name;
  if (marker === APP0 && names('JFIF\0') && body.length >= 14) {
    // The last two bytes are the sides of an embedded thumbnail, which may show what was cropped away.
    return Buffer.concat([body.subarray(0, 12), Uint8Array.of(0, 0)]);
  }
  if (marker === APP2 && names('ICC_PROFILE\0')) return body;
  if (marker === APP14 && names('Adobe') && body.length >= 12) return body.subarray(0, 12);
  return undefined;
};

const sizeOf = (frame: Uint8Array): { width: number; height: number } => {
  const reader = new Reader(frame);
  reader.skip(1);
  const height = reader.u16();
  return { width: reader.u16(), height };
};

/** The compressed data of a scan: up to the next marker that is neither a stuffed zero nor a restart. */
const entropyCoded = (reader: Reader): Uint8Array => {
  const rest = reader.take(reader.left);
  let end = rest.indexOf(0xff);
  while (end !== -1) {
    const marker = rest[end + 1];
    if (marker === undefined) break;
    if (marker !== 0 && !isRestart(marker)) {
      reader.at -= rest.length - end;
      return rest.subarray(0, end);
    }
    end = rest.indexOf(0xff, end + 2);
  }
  throw new FileRefusal('damaged');
};
