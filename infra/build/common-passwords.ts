import { writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

/** How many of the most common passwords are refused (docs/decisions: common passwords). */
const rank = 10_000;
/** Shorter ones are refused for their length anyway (spec 1 §5). */
const shortest = 6;

export const commonPasswordsFile = 'functions/accounts/common-passwords.generated.ts';

/** The text of the module that the accounts function carries, cut from the package's ranking. */
export function commonPasswordsModule(): string {
  const words = dictionary['passwords-common'].slice(0, rank).filter((word) => word.length >= shortest);
  const text = [...new Set(words.map((word) => word.toLowerCase()))].sort().join(' ');
  return `// Made by infra/build/common-passwords.ts from @zxcvbn-ts/language-common; lower case, separated by spaces.
export const commonPasswords = ${JSON.stringify(text)};
`;
}

if (import.meta.main) writeFileSync(commonPasswordsFile, commonPasswordsModule());
