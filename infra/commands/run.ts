import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program of this checkout or machine with its output on this screen; throws a sentence when it fails. */
export async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', env: withOwnPrograms() });
  const code = await exitOf(child, program);
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} ended with ${code}.`);
}

export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: withOwnPrograms() });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const code = await exitOf(child, program);
  if (code !== 0) throw new Error(`${program} ${args.slice(0, 2).join(' ')} ended with ${code}.`);
  return output;
}

/** `cdk` and similar programs come from this checkout, never from the machine. */
const withOwnPrograms = () => ({ ...process.env, PATH: `node_modules/.bin:${process.env.PATH ?? ''}` });

async function exitOf(child: ReturnType<typeof spawn>, program: string): Promise<number | null> {
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code;
  } catch {
    throw new Error(`${program} could not be started: is it installed?`);
  }
}
