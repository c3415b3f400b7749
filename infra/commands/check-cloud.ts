import { parseArgs } from 'node:util';
import { checks, placeAt } from '../checks/all.ts';
import { type CheckOutcome, runChecks } from '../checks/check.ts';
import { readLocalSettings } from '../local/settings.ts';
import { secondFactorKeyAlias } from '../naming.ts';
import { outputValue } from './clients.ts';
import { command } from './command.ts';
import { openStage } from './stage.ts';

/**
 * `npm run check:cloud`: what a deployed stage must answer, each check with a line. With `--local` on the product of
 * this machine while it runs. Ends with 1 when a check failed.
 */
await command(async () => {
  const { values } = parseArgs({ options: { local: { type: 'boolean', default: false } } });
  const place = values.local ? await localPlace() : await deployedPlace();
  const outcomes = await runChecks(checks, place);
  for (const outcome of outcomes) console.log(lineOf(outcome));
  const failed = outcomes.filter(({ state }) => state === 'failed').length;
  console.log(`${place.site}: ${outcomes.length - failed} of ${outcomes.length} checks without objection.`);
  if (failed > 0) process.exitCode = 1;
});

function lineOf({ name, state, sentence }: CheckOutcome): string {
  return { passed: `✓ ${name}`, failed: `✗ ${name}: ${sentence}`, 'left out': `– ${name}: ${sentence}` }[state];
}

async function localPlace() {
  const site = `http://127.0.0.1:${readLocalSettings(process.env, []).port}`;
  return placeAt(site).catch(() => {
    throw new Error(`No product answers at ${site}: npm start.`);
  });
}

async function deployedPlace() {
  const { settings, clients } = await openStage();
  const output = (stack: string, name: string) => outputValue(clients, settings, stack, name);
  const { pool, table, keys } = clients;
  const tableName = await output('Data', 'TableName');
  return placeAt(await output('Web', 'Site'), {
    api: await output('Api', 'Endpoint'),
    account: { pool, table, tableName, keys, secondFactorKey: secondFactorKeyAlias(settings) },
  });
}
