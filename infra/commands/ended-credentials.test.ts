import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { expect, test } from 'vitest';
import { rotated, stackName } from '#infra/naming.ts';
import { share } from '#test/prove/amounts.ts';
import { aReadyAccount, deploySettings, keepVersions } from '#test/support/fake-account.ts';
import { sentenceOf } from './command.ts';
import { deploy, type Machine } from './deploy/deploy.ts';
import { secretContext, secretStates } from './deploy/secrets.ts';
import { rotateSecret } from './rotate-secret.ts';

const settings = deploySettings();

const expired = () =>
  Object.assign(new Error('The security token included in the request is expired'), { name: 'ExpiredTokenException' });

/** By day every third call ends the credentials, by night each one. */
const stride = share > 0 ? 1 : 3;

const versionsIn = (words: readonly string[]) => words.filter((word) => word.includes('Secret='));

/** A deployed account. Its credentials end after some calls of AWS, of which a deploy of cdk is one. */
function anAccount() {
  const { clients, apis, stack } = aReadyAccount();
  for (const { stack: word, output } of Object.values(rotated))
    stack(stackName(settings, word), { Outputs: [{ OutputKey: output, OutputValue: word }] });
  keepVersions(apis.secrets);
  let [calls, endAfter] = [0, Number.POSITIVE_INFINITY];
  const isTaken = () => {
    calls += 1;
    return calls <= endAfter;
  };
  for (const client of Object.values(clients)) {
    if (!('send' in client)) continue;
    const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
    Object.assign(client, {
      send: async (command: unknown) => (isTaken() ? send(command) : Promise.reject(expired())),
    });
  }
  let synthesized: string[] = [];
  let deployed: string[] = [];
  const said: string[] = [];
  const machine: Machine = {
    clients,
    isTerminal: true,
    run: async (program, args) => {
      if (args[0] === 'synth') synthesized = versionsIn(args);
      if (program !== 'cdk' || args[0] !== 'deploy') return;
      if (!isTaken()) throw new Error('cdk deploy ended with 1.');
      if (!args.includes('--all')) return;
      deployed = synthesized;
      const TemplateBody = deployed.map((pair) => `:${pair.split(/[=,]/)[1]}}}`).join(' ');
      apis.cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody });
    },
    ask: async () => '',
    say: (line) => void said.push(line),
    commit: async () => 'abc',
    newName: () => 'n1',
    outputs: () => ({}),
  };
  /** Runs a command with credentials for so many calls; how many it took, and what it said at its end if it failed. */
  const run = async (command: (machine: Machine) => Promise<void>, credentials = Number.POSITIVE_INFINITY) => {
    const before = calls;
    endAfter = before + credentials;
    const failed = await command(machine).then(() => undefined, sentenceOf);
    endAfter = Number.POSITIVE_INFINITY;
    return { took: calls - before, failed };
  };
  const state = async () => ({ deployed, named: versionsIn(secretContext(await secretStates(settings, clients))) });
  return { run, said, state };
}

const rotate = (...words: string[]) => ({
  name: ['rotate-secret', ...words].join(' '),
  act: (machine: Machine) => rotateSecret(words, settings, machine),
});
const deployAgain = (machine: Machine) =>
  deploy(settings, { dryRun: false, recover: false, atOnce: false, yes: false }, machine);

test.each([
  { name: 'deploy', act: deployAgain, before: [], leaves: [] },
  { ...rotate(), before: [], leaves: ['originSecret=v2,v1', 'socketSecret=v2,v1'] },
  { ...rotate('--finish'), before: [rotate()], leaves: [] },
  { ...rotate('--links'), before: [], leaves: ['derivedSecret=v2,v1'] },
  { ...rotate('--links', '--finish'), before: [rotate('--links')], leaves: [] },
  { ...rotate('--links', '--leaked'), before: [], leaves: [expect.stringMatching(/^derivedSecret=v\d$/)] },
])('$name is finished by its next run, whenever the credentials end', async ({ act, before, leaves }) => {
  const prepared = async () => {
    const account = anAccount();
    for (const earlier of before) expect((await account.run(earlier.act)).failed).toBeUndefined();
    return account;
  };
  const { took } = await (await prepared()).run(act);
  expect(took).toBeGreaterThan(20);
  for (let credentials = 0; credentials < took; credentials += stride) {
    const { run, said, state } = await prepared();
    const { failed = '' } = await run(act, credentials);
    expect([...said, failed].join('\n')).toMatch(/token included in the request is expired\): sign in/);
    const { failed: next } = await run(act);
    // It names the command that goes on, when it cannot know.
    expect(next ?? 'npm run deploy continues it').toContain('npm run deploy continues it');
    const last = next === undefined ? undefined : await run(deployAgain);
    expect(last?.failed).toBeUndefined();
    const { deployed, named } = await state();
    expect(named, `after ${credentials} calls`).toEqual(leaves);
    expect(deployed).toEqual(named);
  }
});
