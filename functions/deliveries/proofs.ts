import { accepted, answer, commit } from '#functions/outcome.ts';
import { type Files, linkSeconds } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import { atVersion } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { deliveryRoutes, Proof } from '#shared/deliveries/contract.ts';
import type { ProofRecord } from '#shared/deliveries/record.ts';
import { openProofStages, seesProof } from '#shared/deliveries/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { conflictRefusal } from './decide.ts';
import { deliveryRepository } from './repository.ts';

export interface ProofDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function proofHandlers(deps: ProofDeps): Pick<Handlers<typeof deliveryRoutes>, 'addProof' | 'proofs'> {
  const { table, now } = deps;
  const deliveries = deliveryRepository(table);
  const uploads = uploadRepository(table);
  return {
    addProof: async ({ actor, resource, body }) => {
      const taken = await uploads.take(body.uploadId, actor.id, 'proof', { now: now(), target: resource.id });
      if (taken === 'scanning') return accepted({ state: 'scanning' as const });
      const { upload, attach } = taken;
      const { stage } = upload;
      if (!stage || !openProofStages(resource).includes(stage) || !resource.assignedAt)
        throw conflictRefusal(deps, actor, resource);
      const { id, key, contentType, sha256 } = upload;
      const at = new Date(now()).toISOString();
      const proof = { id, stage, by: actor.id, at, key, contentType, sha256, assignedAt: resource.assignedAt };
      return commit({ id, stage, by: actor.id, at }, [
        attach,
        table.check(keys.parcel(resource.id), atVersion(resource.version), () => new Refusal('STATE_CHANGED')),
        ...deliveries.addProof(resource, proof),
      ]);
    },

    proofs: async ({ actor, resource }) => {
      const shown = (await deliveries.proofs(resource.id)).filter((proof) => seesProof(actor.id, resource, proof));
      return answer({ items: await Promise.all(shown.map((proof) => toProof(deps, proof))) });
    },
  };
}

/** A photo with a link that expires soon; without one if the photo was erased by age. */
export async function toProof(
  { files, privateBucket, now }: ProofDeps,
  { id, stage, by, at, key, contentType }: ProofRecord,
): Promise<Proof> {
  if (!key || !contentType) return { id, stage, by, at };
  const link = await files.link(privateBucket, key, contentType, linkSeconds.other, now());
  return { id, stage, by, at, url: link.url };
}
