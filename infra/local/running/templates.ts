import * as z from 'zod/mini';
import { readApis } from '../assembly/apis.ts';
import { type Assembly, type Json, readAssembly } from '../assembly/assembly.ts';
import { readDistribution } from '../assembly/distribution.ts';
import { resolver } from '../assembly/intrinsics.ts';
import { type Identities, identities } from '../assembly/physical-ids.ts';
import { readPlan } from '../assembly/plan.ts';
import { readAccessRules } from '../iam/template.ts';
import { assemblyFolder, functionsFolder } from '../prepare.ts';

export type Templates = ReturnType<typeof readTemplates>;

/** The resources of the templates, with the addresses of this machine in place of those of AWS. */
export function readTemplates(secretOf: Parameters<typeof resolver>[2], to: { site: string; sockets: string }) {
  const assembly = readAssembly(assemblyFolder);
  const ids = identities(assembly);
  const resolve = resolver(assembly, ids, secretOf, (text) => localise(text, assembly, ids, to));
  return {
    plan: readPlan(assembly, ids, resolve, functionsFolder),
    apis: readApis(assembly, ids, resolve),
    behaviours: readDistribution(assembly, ids, resolve),
    accessRules: readAccessRules(assembly, ids, resolve),
  };
}

/**
 * Addresses of AWS in a resolved text: the distribution and its names become the gateway, the socket's own address
 * ours.
 */
function localise(text: string, assembly: Assembly, ids: Identities, to: { site: string; sockets: string }): string {
  return assembly.resources.reduce((changed, resource) => {
    if (resource.type === 'AWS::CloudFront::Distribution') {
      const names = [ids.attribute(resource, 'DomainName'), ...aliasesOf(resource.properties['DistributionConfig'])];
      return [...names, '*.cloudfront.net'].reduce(
        (result, name) => result.replaceAll(`https://${name}`, to.site),
        changed,
      );
    }
    if (resource.type === 'AWS::ApiGatewayV2::Api' && resource.properties['ProtocolType'] === 'WEBSOCKET') {
      return changed.replaceAll(ids.attribute(resource, 'ApiEndpoint'), to.sockets);
    }
    return changed;
  }, text);
}

function aliasesOf(config: Json | undefined): string[] {
  return z.safeParse(z.object({ Aliases: z.array(z.string()) }), config).data?.Aliases ?? [];
}
