import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Machine } from '#infra/commands/deploy/deploy.ts';
import type { Settings } from '#infra/config.ts';
import { openClients } from './clients.ts';

/** Runs a program of this checkout or machine with its output on this screen; throws a sentence when it fails. */
async function run(program: string, args: readonly string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit', env: withOwnPrograms() });
  const code = await exitOf(child, program);
  if (code !== 0) throw new Error(`${program} ${args[0] ?? ''} ended with ${code}.`);
}

async function outputOf(program: string, args: readonly string[]): Promise<string> {
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

/** A deploy's access to this machine and, with this terminal's credentials, to AWS. */
export const thisMachine = (settings: Pick<Settings, 'region'>): Machine => ({
  clients: openClients(settings),
  run,
  isTerminal: process.stdin.isTTY === true,
  ask,
  say: (line) => console.log(line),
  commit,
  newName: randomUUID,
  outputs: () => JSON.parse(readFileSync('cdk.out/outputs.json', 'utf8')),
});

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

async function commit(): Promise<string | undefined> {
  if (!existsSync('.git')) return undefined;
  return (await outputOf('git', ['describe', '--always', '--exclude', '*', '--abbrev=40', '--dirty'])).trim();
}
