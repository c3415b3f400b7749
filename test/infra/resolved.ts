import { readAssembly } from '#infra/local/assembly/assembly.ts';
import { resolver } from '#infra/local/assembly/intrinsics.ts';
import { identities } from '#infra/local/assembly/physical-ids.ts';
import { synthesize } from './synth.ts';

/** The templates as the local stack reads them: synthesized, with the ids of this machine. */
export function resolvedTemplates() {
  const assembly = readAssembly(synthesize().folder);
  const ids = identities(assembly);
  const resolve = resolver(
    assembly,
    ids,
    () => 's3cret',
    (text) => text,
  );
  return { assembly, ids, resolve };
}
