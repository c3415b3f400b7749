import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import type { Deps } from '#functions/serve.ts';
import type { Proof } from '#shared/deliveries/contract.ts';
import type { ProofRecord } from '#shared/deliveries/record.ts';

interface ProofDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

/** A photo as pages show it: behind a link that expires soon. */
export async function toProof(
  { files, privateBucket, now }: ProofDeps,
  { id, stage, by, at, key, contentType }: ProofRecord,
): Promise<Proof> {
  if (!key || !contentType) return { id, stage, by, at };
  const link = await files.link(privateBucket, key, contentType, linkSeconds.other, now());
  return { id, stage, by, at, url: link.url };
}
