import { brotliDecompressSync } from 'node:zlib';
import { packedPasswords } from './common-passwords.generated.ts';

let words: ReadonlySet<string> | undefined;

export function commonPasswords(): ReadonlySet<string> {
  words ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split(' '));
  return words;
}
