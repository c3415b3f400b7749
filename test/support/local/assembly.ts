import type { Assembly, JsonObject, Resource } from '#infra/local/assembly/assembly.ts';
import { resolver } from '#infra/local/assembly/intrinsics.ts';
import { identities } from '#infra/local/assembly/physical-ids.ts';

type Given = Readonly<Record<string, { type: string; properties: JsonObject; functionName?: string }>>;

/** One stack with these resources by their logical ids, and what its readers need to resolve references. */
export function assemblyOf(stack: string, given: Given) {
  const resources = Object.entries(given).map(([logicalId, one]): Resource => ({ stack, logicalId, ...one }));
  const assembly: Assembly = {
    region: 'eu-west-3',
    resources,
    exports: new Map(),
    outputs: new Map(),
    find: (_, id) => resources.find(({ logicalId }) => logicalId === id),
  };
  const ids = identities(assembly);
  const resolve = resolver(
    assembly,
    ids,
    () => '',
    (text) => text,
  );
  return { assembly, ids, resolve };
}

/** The ARN of a resource, as templates ask for it. */
export const att = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
