import * as z from 'zod/mini';
import type { Settings } from '../config.ts';
import { stackName } from '../naming.ts';
import { outputOf } from './run.ts';

const Described = z.object({
  Stacks: z.array(
    z.object({ Outputs: z._default(z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })), []) }),
  ),
});

/** An output of a deployed stack. Throws a sentence when it is not deployed. */
export async function outputValue(settings: Settings, stack: string, output: string): Promise<string> {
  const described = await aws(settings, [
    'cloudformation',
    'describe-stacks',
    '--stack-name',
    stackName(settings, stack),
  ]);
  const found = Described.parse(described).Stacks[0]?.Outputs.find(({ OutputKey }) => OutputKey === output);
  if (!found) throw new Error(`The stack ${stackName(settings, stack)} has no output ${output}: deploy it first.`);
  return found.OutputValue;
}

/** The answer of the `aws` program, parsed from JSON; undefined when it prints nothing. */
export async function aws({ region }: Settings, args: readonly string[]): Promise<unknown> {
  const text = await outputOf('aws', [...args, '--region', region, '--output', 'json']);
  return text.trim() === '' ? undefined : JSON.parse(text);
}
