import { brotliDecompressSync } from 'node:zlib';
import { packedPasswords } from './common-passwords.generated.ts';

let words: ReadonlySet<string> | undefined;

/** The passwords that everybody tries first, in lower case; unpacked when first asked for. */
export function commonPasswords(): ReadonlySet<string> {
  words ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split(' '));
  return words;
}
