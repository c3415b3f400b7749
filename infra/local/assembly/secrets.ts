import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeAtomically } from '../emulators/atomic-file.ts';
import type { SecretOf } from './intrinsics.ts';

/** Secrets Manager's part of a deployment: each secret is generated once and kept. */
export function openSecrets(file: string): SecretOf {
  const secrets = z.parse(
    z.record(z.string(), z.string()),
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {},
  );
  return (arn) => {
    const known = secrets[arn];
    if (known) return known;
    const made = randomBytes(24).toString('hex');
    secrets[arn] = made;
    writeAtomically(file, JSON.stringify(secrets));
    return made;
  };
}
