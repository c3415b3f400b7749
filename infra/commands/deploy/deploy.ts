import type { Clients } from '#infra/commands/clients.ts';
import type { Settings } from '#infra/config.ts';
import { mailDomainOf, stackName } from '#infra/naming.ts';
import type { Finding } from './finding.ts';
import { accountFindings, preflight } from './preflight.ts';
import { recover } from './recover.ts';
import { comesFirst, secretContext, secretStates } from './secrets.ts';
import { stackStates } from './stacks.ts';

/** The manual steps, and the findings of the preflight that did not stop the deploy. */
function nextSteps(
  settings: Settings,
  outputs: Readonly<Record<string, Readonly<Record<string, string>>>>,
  open: readonly Finding[],
): string {
  const { region, mailFrom, adminEmail, mailIdentity } = settings;
  const asksTheAddress = mailIdentity === 'create' && !mailDomainOf(settings);
  const records = Object.values(outputs).flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => (name.startsWith('RecordToMake') ? [value] : [])),
  );
  const steps = [
    ...(asksTheAddress ? [`Accept the mail of SES to ${mailFrom}: before that no mail leaves.`] : []),
    ...(records.length > 0
      ? [`Make these records in the DNS of their domain:\n${records.map((record) => `     ${record}`).join('\n')}`]
      : []),
    `Accept the two mails of SNS to ${adminEmail} (${region} and us-east-1): before that no alarm arrives.`,
    ...open.map(({ sentence }) => sentence),
    `The root administrator (${adminEmail}) sets their password with « Mot de passe oublié » on the site.`,
    'Go through docs/cloud-checks.md once.',
  ];
  return [
    '',
    'Deployed. What is left for you, unless it is done:',
    ...steps.map((step, at) => `${at + 1}. ${step}`),
  ].join('\n');
}

export interface Flags {
  readonly dryRun: boolean;
  /** First removes what a broken first deploy has left. */
  readonly recover: boolean;
  /** Gives all calls to the new functions in the first minute, where a release is gradual otherwise. */
  readonly atOnce: boolean;
  /** Answers the question that `prod` asks, for machines without a terminal. */
  readonly yes: boolean;
}

export interface Machine {
  readonly clients: Clients;
  readonly run: (program: string, args: readonly string[]) => Promise<void>;
  readonly isTerminal: boolean;
  readonly ask: (question: string) => Promise<string>;
  readonly say: (line: string) => void;
  readonly commit: () => Promise<string | undefined>;
  readonly newName: () => string;
  /** Outputs of all stacks, as `cdk deploy` wrote them. */
  readonly outputs: () => Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Looks at the account, checks, builds, synthesizes, shows the changes and deploys every stack in order. A second run
 * without changes only puts back a root administrator who was removed by hand. Throws a sentence when it stops; nothing
 * has been changed then, except by a deploy that CloudFormation itself broke off.
 */
export async function deploy(settings: Settings, flags: Flags, machine: Machine): Promise<void> {
  const { run, say } = machine;
  refuseUnanswered(settings, flags, machine);
  const open = await lookAt(settings, flags, machine);
  await run('npm', ['run', 'check']);
  await run('node', ['infra/build/main.ts']);
  const commit = await machine.commit();
  const secrets = await secretStates(settings, machine.clients);
  const names = [...(commit ? ['--context', `commit=${commit}`] : []), '--context', `deploy=${machine.newName()}`];
  const shift = flags.atOnce ? ['--context', 'atOnce=yes'] : [];
  await run('cdk', ['synth', '--quiet', ...names, ...shift, ...secretContext(secrets)]);
  if (flags.dryRun || settings.stage === 'prod') await run('cdk', ['diff', '--app', 'cdk.out', '--method', 'template']);
  if (flags.dryRun) return say('Nothing was deployed: --dry-run.');
  await confirm(settings, flags, machine);
  const send = (...words: string[]) =>
    run('cdk', ['deploy', '--app', 'cdk.out', ...words, '--require-approval', 'never']).catch((problem: unknown) =>
      explain(problem, settings, machine),
    );
  for (const word of await comesFirst(secrets, settings, machine.clients))
    await send('--exclusively', stackName(settings, word));
  await send('--all', '--outputs-file', 'cdk.out/outputs.json');
  say(nextSteps(settings, machine.outputs(), open));
}

/** A deploy may take longer than credentials do, and of its program only the end is known. */
async function explain(problem: unknown, settings: Settings, { clients }: Machine): Promise<never> {
  const [finding] = await accountFindings(settings, clients);
  throw finding
    ? new Error(`${finding.sentence} Then give the same command again: it goes on where it stopped.`)
    : problem;
}

/** Throws before the first step if `prod` would ask for a word and there is no terminal. */
export function refuseUnanswered(
  { stage }: Settings,
  { dryRun, yes }: Pick<Flags, 'dryRun' | 'yes'>,
  { isTerminal }: Pick<Machine, 'isTerminal'>,
): void {
  if (stage === 'prod' && !dryRun && !yes && !isTerminal)
    throw new Error('A deploy to prod asks for a yes: type it at a terminal, or give --yes.');
}

/** The findings that do not stop the deploy; all of them are printed. */
async function lookAt(settings: Settings, flags: Flags, { clients, say }: Machine): Promise<readonly Finding[]> {
  const { account, region, stage } = settings;
  const tell = (findings: readonly Finding[]) => {
    for (const { sentence, stops } of findings) say(`${stops ? '✗' : '·'} ${sentence}`);
    if (findings.some(({ stops }) => stops)) throw new Error('The deploy stops before its first change.');
    return findings;
  };
  say(`Looking at the account ${account} (${stage}, ${region}) …`);
  tell(await accountFindings(settings, clients));
  if (flags.recover && !flags.dryRun)
    for (const line of await recover(await stackStates(settings, clients), clients)) say(line);
  return tell(await preflight(settings, clients, await stackStates(settings, clients)));
}

async function confirm({ stage, account }: Settings, { yes }: Flags, { ask }: Machine): Promise<void> {
  if (stage !== 'prod' || yes) return;
  const typed = await ask(`Deploy this to prod in the account ${account}? Type prod: `);
  if (typed.trim() !== 'prod') throw new Error('Nothing was deployed.');
}
