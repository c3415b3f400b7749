import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readDeploySettings } from '../config.ts';
import { openClients } from './clients.ts';
import { deploy } from './deploy/deploy.ts';
import { outputOf, run } from './run.ts';

/**
 * `npm run deploy -- [--dry-run] [--recover] [--yes]`: settings, a look at the account, checks, build, then every stack in
 * order. What only a person can do is printed at the end.
 */
try {
  const settings = readDeploySettings();
  const { values } = parseArgs({
    options: {
      'dry-run': { type: 'boolean', default: false },
      recover: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const flags = { dryRun: values['dry-run'], recover: values.recover, yes: values.yes };
  await deploy(settings, flags, {
    clients: openClients(settings),
    run,
    ask,
    say: (line) => console.log(line),
    commit,
    outputs: () => JSON.parse(readFileSync('cdk.out/outputs.json', 'utf8')),
  });
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('A deploy to prod asks for a yes: type it at a terminal, or give --yes.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

/** With `-dirty` while changes are not committed; a copy without history has none. */
async function commit(): Promise<string | undefined> {
  if (!existsSync('.git')) return undefined;
  return (await outputOf('git', ['describe', '--always', '--exclude', '*', '--abbrev=40', '--dirty'])).trim();
}
