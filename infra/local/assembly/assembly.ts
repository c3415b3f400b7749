import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

export type Json = null | boolean | number | string | Json[] | { readonly [name: string]: Json };
export interface JsonObject {
  readonly [name: string]: Json;
}

export interface Resource {
  readonly stack: string;
  readonly logicalId: string;
  readonly type: string;
  readonly properties: JsonObject;
  readonly functionName?: string;
}

export interface Assembly {
  readonly region: string;
  readonly resources: readonly Resource[];
  readonly exports: ReadonlyMap<string, { stack: string; value: Json }>;
  readonly outputs: ReadonlyMap<string, { stack: string; value: Json }>;
  find(stack: string, logicalId: string): Resource | undefined;
}

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      environment: z.optional(z.string()),
      displayName: z.optional(z.string()),
      properties: z.optional(z.object({ templateFile: z.optional(z.string()) })),
    }),
  ),
});

const Template = z.object({
  Resources: z._default(
    z.record(
      z.string(),
      z.object({
        Type: z.string(),
        Properties: z.optional(z.custom<JsonObject>()),
        Metadata: z.optional(z.object({ function: z.optional(z.string()) })),
      }),
    ),
    {},
  ),
  Outputs: z._default(
    z.record(z.string(), z.object({ Value: z.custom<Json>(), Export: z.optional(z.object({ Name: z.string() })) })),
    {},
  ),
});

/** Reads the folder that `cdk synth` wrote. The region is the one of most stacks (one of them is in us-east-1). */
export function readAssembly(folder: string): Assembly {
  const resources: Resource[] = [];
  const exports = new Map<string, { stack: string; value: Json }>();
  const outputs = new Map<string, { stack: string; value: Json }>();
  const regions: string[] = [];

  for (const [id, artifact] of Object.entries(read(Manifest, join(folder, 'manifest.json')).artifacts)) {
    const { templateFile } = artifact.properties ?? {};
    if (artifact.type !== 'aws:cloudformation:stack' || !templateFile) continue;
    const stack = artifact.displayName ?? id;
    regions.push(basename(artifact.environment ?? ''));
    const template = read(Template, join(folder, templateFile));
    for (const [logicalId, { Type, Properties, Metadata }] of Object.entries(template.Resources)) {
      const functionName = Metadata?.function;
      resources.push({
        stack,
        logicalId,
        type: Type,
        properties: Properties ?? {},
        ...(functionName && { functionName }),
      });
    }
    for (const [name, { Value, Export }] of Object.entries(template.Outputs)) {
      outputs.set(`${stack}.${name}`, { stack, value: Value });
      if (Export) exports.set(Export.Name, { stack, value: Value });
    }
  }

  const byId = new Map(resources.map((resource) => [`${resource.stack}.${resource.logicalId}`, resource]));
  return {
    region: mostFrequent(regions),
    resources,
    exports,
    outputs,
    find: (stack, logicalId) => byId.get(`${stack}.${logicalId}`),
  };
}

function read<T>(schema: z.ZodMiniType<T>, file: string): T {
  return z.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
}

function mostFrequent(values: readonly string[]): string {
  const count = (value: string) => values.filter((other) => other === value).length;
  const [first] = values.toSorted((a, b) => count(b) - count(a));
  if (!first) throw new Error('The assembly holds no stack.');
  return first;
}
