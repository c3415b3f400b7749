import { brotliDecompressSync } from 'node:zlib';
import { packedPasswords } from './common-passwords.generated.ts';

let words: ReadonlySet<string> | undefined;

/** The most common passwords, in lower case; unpacked on first use. */
export function commonPasswords(): ReadonlySet<string> {
  words ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split(' '));
  return words;
}
