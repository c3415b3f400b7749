import { inflateSync } from 'node:zlib';
import type { Limits } from './limits.ts';
import type { Cleaned } from './picture.ts';
import { FileRefusal } from './refusal.ts';

/**
 * Names of what runs, opens or carries something. They are looked for in every byte, since a cross-reference may
 * point anywhere, even into a stream.
 */
const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|OpenAction|RichMedia)(?![A-Za-z])/;
/** The short ones appear by chance in compressed pictures, so only in the text between the streams. */
const ACTIVE_IN_TEXT = /\/(?:JS|AA)(?![A-Za-z])/;
const ENCRYPTED = /\/Encrypt(?![A-Za-z])/;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** Told by its type, or by the key that only such a stream has as a plain number. */
const OBJECT_STREAM = /\/ObjStm(?![A-Za-z])|\/First\s+\d+\s*(?:\/|>>)/;
const FILTER = /\/Filter(?![A-Za-z])/g;
const DEFLATED = /\/Filter\s*(?:\/FlateDecode\s*(?:\/|>>)|\[\s*\/FlateDecode\s*\])/;
/** Object streams, and bytes unpacked from all of them: a document of 20 pages needs far less. */
const MAX_PACKED = 500;
const MAX_UNPACKED = 16 * 1024 * 1024;

/** Checks a PDF and hands it back unchanged: it is only ever served as an attachment. */
export function cleanPdf(bytes: Uint8Array, limits: Limits): Cleaned {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(raw) || !/%%EOF[\s\0]*$/.test(raw.slice(-1024))) throw new FileRefusal('damaged');
  const { text, packed } = split(raw);
  const objects = unescaped([text, ...unpack(packed, bytes)].join('\n'));
  const everything = unescaped(raw);
  if (ENCRYPTED.test(everything) || ENCRYPTED.test(objects)) throw new FileRefusal('encrypted');
  if (ACTIVE.test(everything) || ACTIVE.test(objects) || ACTIVE_IN_TEXT.test(objects)) throw new FileRefusal('active');
  const pages = objects.match(PAGE)?.length ?? 0;
  if (pages === 0) throw new FileRefusal('damaged');
  if (pages > limits.maxPages) throw new FileRefusal('too_many_pages');
  return { bytes };
}

/** `/J#61vaScript` is `/JavaScript` to a reader. */
const unescaped = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

type Stream = { dictionary: string; start: number; end: number };

/**
 * The text outside the streams, and where the streams lie that hold more objects. Every `stream` counts as the
 * opening of such a one, even inside another: a reader follows offsets, not the order of the file.
 */
const split = (raw: string): { text: string; packed: Stream[] } => {
  const texts: string[] = [];
  const packed: Stream[] = [];
  let outside = 0;
  let previous = 0;
  let end = 0;
  for (const { 0: keyword, index } of raw.matchAll(/(?<!end)stream[ \t]*(?:\r\n|\n|\r)/g)) {
    const start = index + keyword.length;
    const dictionary = unescaped(raw.slice(previous, index));
    previous = start;
    const isPacked = OBJECT_STREAM.test(dictionary);
    if (!isPacked && index < outside) continue;
    if (start > end) end = raw.indexOf('endstream', start);
    if (end === -1 || packed.length > MAX_PACKED) throw new FileRefusal('damaged');
    if (isPacked) packed.push({ dictionary, start, end });
    if (index < outside) continue;
    texts.push(raw.slice(outside, index));
    outside = end;
  }
  return { text: [...texts, raw.slice(outside)].join('\n'), packed };
};

/** The objects that newer PDFs keep compressed: pages and actions hide there as well as outside. */
const unpack = (streams: Stream[], bytes: Uint8Array): string[] => {
  let left = MAX_UNPACKED;
  return streams.map(({ dictionary, start, end }) => {
    const content = bytes.subarray(start, end);
    const filters = dictionary.match(FILTER)?.length ?? 0;
    const objects = filters === 0 ? Buffer.from(content) : inflate(dictionary, content, left);
    left -= objects.length;
    if (left <= 0) throw new FileRefusal('damaged');
    return objects.toString('latin1');
  });
};

const inflate = (dictionary: string, content: Uint8Array, maxOutputLength: number): Buffer => {
  // Another filter or a predictor would scramble the names we look for; no common program uses one for objects.
  const isPlain = DEFLATED.test(dictionary) && dictionary.match(FILTER)?.length === 1;
  if (!isPlain || dictionary.includes('/Predictor')) throw new FileRefusal('active');
  try {
    return inflateSync(content, { maxOutputLength });
  } catch {
    throw new FileRefusal('damaged');
  }
};
