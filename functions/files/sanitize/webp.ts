import type { Limits } from './limits.ts';
import { type Cleaned, checkArea, checkSides } from './picture.ts';
import { Reader } from './reader.ts';
import { FileRefusal } from './refusal.ts';

type Chunk = { name: string; body: Uint8Array };
type Size = { width: number; height: number };

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const KEPT_IN_FRAME = new Set(['VP8 ', 'VP8L', 'ALPH']);
const FRAME_HEADER_LENGTH = 16;
const FLAG = { profile: 0x20, alpha: 0x10, animation: 0x02 };

/** Rewrites a WebP with its pictures, transparency and colour profile. EXIF, XMP and unknown chunks are dropped. */
export function cleanWebp(bytes: Uint8Array, limits: Limits): Cleaned {
  const reader = new Reader(bytes);
  reader.skip(4);
  const riff = new Reader(reader.take(reader.u32(true)));
  riff.skip(4);
  const chunks = readChunks(riff).filter(({ name }) => KEPT.has(name));
  const first = chunks[0];
  if (!first) throw new FileRefusal('damaged');
  if (first.name !== 'VP8X') {
    const size = sizeOfPicture(first);
    checkSides(size.width, size.height, limits);
    return { bytes: container([first]), ...size };
  }
  return cleanExtended(first, chunks.slice(1), limits);
}

const cleanExtended = (header: Chunk, rest: Chunk[], limits: Limits): Cleaned => {
  const canvas = new Reader(header.body);
  const flags = canvas.u8();
  canvas.skip(3);
  const size = { width: u24(canvas) + 1, height: u24(canvas) + 1 };
  checkSides(size.width, size.height, limits);
  const frames = rest.filter(({ name }) => name === 'ANMF');
  const pictures = rest.filter(isPicture);
  if (frames.length > limits.maxFrames) throw new FileRefusal('too_many_frames');
  // Either one picture or an animation of frames, never both, never nothing.
  if (frames.length === 0 ? pictures.length !== 1 : pictures.length > 0) throw new FileRefusal('damaged');
  if (rest.some(({ name }) => name === 'VP8X')) throw new FileRefusal('damaged');
  for (const picture of pictures) checkPicture(picture, limits);

  const kept = rest.map((chunk) => (chunk.name === 'ANMF' ? cleanFrame(chunk, limits) : chunk));
  const cleanFlags =
    (flags & FLAG.alpha) |
    (frames.length > 0 ? FLAG.animation : 0) |
    (rest.some(({ name }) => name === 'ICCP') ? FLAG.profile : 0);
  const body = Buffer.concat([Uint8Array.of(cleanFlags, 0, 0, 0), header.body.subarray(4, 10)]);
  return { bytes: container([{ name: 'VP8X', body }, ...kept]), ...size };
};

const cleanFrame = ({ name, body }: Chunk, limits: Limits): Chunk => {
  const reader = new Reader(body);
  const header = reader.take(FRAME_HEADER_LENGTH);
  const chunks = readChunks(reader).filter((chunk) => KEPT_IN_FRAME.has(chunk.name));
  const pictures = chunks.filter(isPicture);
  if (pictures.length !== 1) throw new FileRefusal('damaged');
  for (const picture of pictures) checkPicture(picture, limits);
  return { name, body: Buffer.concat([header, ...chunks.map(written)]) };
};

const readChunks = (reader: Reader): Chunk[] => {
  const chunks: Chunk[] = [];
  while (reader.left > 0) {
    const name = reader.ascii(4);
    const length = reader.u32(true);
    const body = reader.take(length);
    if (length % 2 === 1) reader.skip(1);
    chunks.push({ name, body });
  }
  return chunks;
};

const isPicture = ({ name }: Chunk): boolean => name === 'VP8 ' || name === 'VP8L';

const checkPicture = (chunk: Chunk, limits: Limits): void => {
  const { width, height } = sizeOfPicture(chunk);
  checkArea(width, height, limits);
};

const sizeOfPicture = ({ name, body }: Chunk): Size => {
  const reader = new Reader(body);
  if (name === 'VP8L') {
    if (reader.u8() !== 0x2f) throw new FileRefusal('damaged');
    const packed = reader.u32(true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (name !== 'VP8 ') throw new FileRefusal('damaged');
  const isKeyFrame = (reader.u8() & 1) === 0;
  reader.skip(2);
  if (!isKeyFrame || reader.ascii(3) !== '\x9d\x01\x2a') throw new FileRefusal('damaged');
  return { width: reader.u16(true) & 0x3fff, height: reader.u16(true) & 0x3fff };
};

const u24 = (reader: Reader): number => reader.u16(true) | (reader.u8() << 16);

const u32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

const written = ({ name, body }: Chunk): Uint8Array =>
  Buffer.concat([Buffer.from(name, 'latin1'), u32(body.length), body, new Uint8Array(body.length % 2)]);

const container = (chunks: Chunk[]): Uint8Array => {
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks.map(written)]);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), u32(content.length), content]);
};
