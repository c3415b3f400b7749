import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { writeAtomically } from './emulators/atomic-file.ts';
import { listen, readBody } from './emulators/http-server.ts';
import type { Product } from './product.ts';
import type { Invoke } from './workers.ts';

type CustomResource = Product['customResources'][number];

const Reply = z.object({ Status: z.string(), Reason: z.optional(z.string()) });
const Done = z._default(z.record(z.string(), z.string()), {});

/**
 * Runs the product's own custom resources as CloudFormation does: `Create` the first time, `Update` when their properties
 * changed, nothing otherwise. A function may answer at the `ResponseURL` or by its result.
 */
export async function runCustomResources(
  resources: readonly CustomResource[],
  { invoke, stateFile }: { invoke: Invoke; stateFile: string },
): Promise<void> {
  const done = z.parse(Done, existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined);
  let answer: unknown;
  const mailbox = await listen(async (request, response) => {
    answer = JSON.parse((await readBody(request)).toString());
    response.writeHead(200).end();
  });
  try {
    for (const { id, type, functionArn, properties } of resources) {
      const wanted = JSON.stringify(properties);
      if (done[id] === wanted) continue;
      answer = undefined;
      const outcome = await invoke(functionArn, {
        RequestType: done[id] ? 'Update' : 'Create',
        RequestId: randomUUID(),
        StackId: 'arn:aws:cloudformation:local:000000000000:stack/local/local',
        LogicalResourceId: id,
        ...(done[id] && { PhysicalResourceId: id, OldResourceProperties: JSON.parse(done[id]) }),
        ResourceType: type,
        ResponseURL: mailbox.endpoint,
        ServiceToken: functionArn,
        ResourceProperties: { ServiceToken: functionArn, ...properties },
      });
      if (!outcome.ok) throw new Error(`${id} could not be made: ${outcome.error.errorMessage}`);
      const { data } = z.safeParse(Reply, answer);
      if (data?.Status === 'FAILED') throw new Error(`${id} could not be made: ${data.Reason ?? 'no reason given'}`);
      done[id] = wanted;
      writeAtomically(stateFile, JSON.stringify(done));
    }
  } finally {
    await mailbox.close();
  }
}
