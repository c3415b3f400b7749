import type { Limits } from './limits.ts';
import { type Cleaned, checkArea, checkSides } from './picture.ts';
import { Reader } from './reader.ts';
import { FileRefusal } from './refusal.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const PLAIN_TEXT = 0x01;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;
const LOOPS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Rewrites a GIF with its frames, their timing and the loop. Comments and other applications' data are dropped. */
export function cleanGif(bytes: Uint8Array, limits: Limits): Cleaned {
  const reader = new Reader(bytes);
  const kept: Uint8Array[] = [];
  reader.skip(6);
  const width = reader.u16(true);
  const height = reader.u16(true);
  checkSides(width, height, limits);
  reader.skip(colourTable(reader.u8()) + 2);
  kept.push(bytes.subarray(0, reader.at));

  let frames = 0;
  let control: Uint8Array | undefined;
  for (;;) {
    const start = reader.at;
    const block = reader.u8();
    if (block === TRAILER) break;
    if (block === EXTENSION) {
      const label = reader.u8();
      const content = reader.at;
      skipSubBlocks(reader);
      if (label === GRAPHIC_CONTROL) control = bytes.subarray(start, reader.at);
      if (label === APPLICATION) kept.push(...loop(bytes.subarray(content, reader.at)));
      // A graphic control block belongs to what follows it, and plain text is dropped.
      if (label === PLAIN_TEXT) control = undefined;
    } else if (block === IMAGE) {
      frames += 1;
      if (frames > limits.maxFrames) throw new FileRefusal('too_many_frames');
      reader.skip(4);
      checkArea(reader.u16(true), reader.u16(true), limits);
      reader.skip(colourTable(reader.u8()) + 1);
      skipSubBlocks(reader);
      if (control) kept.push(control);
      control = undefined;
      kept.push(bytes.subarray(start, reader.at));
    } else {
      throw new FileRefusal('damaged');
    }
  }
  if (frames === 0) throw new FileRefusal('damaged');
  return { bytes: Buffer.concat([...kept, Uint8Array.of(TRAILER)]), width, height };
}

/** Length of the colour table that a packed byte announces. */
const colourTable = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0);

const skipSubBlocks = (reader: Reader): void => {
  for (let length = reader.u8(); length > 0; length = reader.u8()) reader.skip(length);
};

/** The loop of an application extension, written anew; nothing for any other application. */
const loop = (content: Uint8Array): Uint8Array[] => {
  const reader = new Reader(content);
  if (reader.u8() !== 11 || !LOOPS.has(reader.ascii(11)) || reader.u8() !== 3 || reader.u8() !== 1) {
    return [];
  }
  const application = Buffer.from('NETSCAPE2.0', 'latin1');
  return [
    Uint8Array.of(EXTENSION, APPLICATION, 11),
    application,
    Uint8Array.of(3, 1),
    reader.take(2),
    Uint8Array.of(0),
  ];
};
