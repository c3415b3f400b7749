import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Settings } from '../config.ts';
import { openClients } from './clients.ts';
import type { Machine } from './deploy/deploy.ts';
import { outputOf, run } from './run.ts';

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
