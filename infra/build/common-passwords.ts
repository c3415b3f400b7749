import { writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the most common passwords are refused (rule 65). */
const rank = 10_000;
/** Shorter ones are refused for their length anyway (product 1.5). */
const shortest = 6;

export function commonPasswords(): string[] {
  const words = dictionary['passwords-common'].slice(0, rank).filter((word) => word.length >= shortest);
  return [...new Set(words.map((word) => word.toLowerCase()))].sort();
}

/** They are compressed: every kilobyte of the function costs time at its cold start, and few calls need them. */
function moduleText(): string {
  const packed = brotliCompressSync(commonPasswords().join(' ')).toString('base64');
  return `// Made by \`node infra/build/common-passwords.ts\` from @zxcvbn-ts/language-common: words, a space between, brotli, base64.
export const packedPasswords =
  '${packed}';
`;
}

if (import.meta.main) writeFileSync('functions/accounts/password/common-passwords.generated.ts', moduleText());
