import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { Invoke } from '../compute/invoke.ts';
import { writeAtomically } from '../emulators/atomic-file.ts';
import { listen, readBody } from '../emulators/http-server.ts';
import type { LocalPlan } from './plan.ts';

type CustomResource = LocalPlan['customResources'][number];

const Answer = z.object({
  Status: z.enum(['SUCCESS', 'FAILED']),
  Reason: z.optional(z.string()),
  PhysicalResourceId: z.string(),
});
const Made = z.object({ physicalId: z.string(), properties: z.string() });
const State = z.record(z.string(), Made);

/**
 * Runs the product's own custom resources as CloudFormation does: `Create` the first time, `Update` when their
 * properties changed, nothing otherwise. The function answers at the `ResponseURL`; a failure ends the start with its
 * reason.
 */
export async function runCustomResources(
  resources: readonly CustomResource[],
  { invoke, stateFile }: { invoke: Invoke; stateFile: string },
): Promise<void> {
  const state = z.parse(State, existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : {});
  let received: unknown;
  const mailbox = await listen(async (request, response) => {
    received = JSON.parse((await readBody(request)).toString());
    response.writeHead(200).end();
  });
  try {
    for (const resource of resources) {
      const properties = JSON.stringify(resource.properties, asText);
      const before = state[resource.id];
      if (before?.properties === properties) continue;
      received = undefined;
      const outcome = await invoke(resource.functionArn, eventOf(resource, properties, before, mailbox.endpoint));
      const { data } = z.safeParse(Answer, received);
      if (data?.Status !== 'SUCCESS') {
        const reason = data?.Reason ?? (outcome.ok ? 'it did not answer' : outcome.error.errorMessage);
        throw new Error(`${resource.id} could not be made: ${reason}`);
      }
      state[resource.id] = { physicalId: data.PhysicalResourceId, properties };
      writeAtomically(stateFile, JSON.stringify(state));
    }
  } finally {
    await mailbox.close();
  }
}

function eventOf(
  { id, type, functionArn }: CustomResource,
  properties: string,
  before: z.infer<typeof Made> | undefined,
  responseUrl: string,
) {
  return {
    RequestType: before ? 'Update' : 'Create',
    RequestId: randomUUID(),
    StackId: 'arn:aws:cloudformation:eu-west-3:000000000000:stack/local/local',
    LogicalResourceId: id,
    ...(before && { PhysicalResourceId: before.physicalId, OldResourceProperties: JSON.parse(before.properties) }),
    ResourceType: type,
    ResponseURL: responseUrl,
    ServiceToken: functionArn,
    ResourceProperties: { ServiceToken: functionArn, ...JSON.parse(properties) },
  };
}

function asText(_: string, value: unknown): unknown {
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : value;
}
