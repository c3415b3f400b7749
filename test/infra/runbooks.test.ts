import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readable, type StackName, synthesize } from './synth.ts';

const folder = 'docs/runbooks/alarms';
// Two alarms are there only with a certificate of somebody else, and with a second account.
const whole = {
  domain: 'envoyage.example.org',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
  backupAccount: '210987654321',
};
const alarms = synthesize(whole)
  .everywhere('AWS::CloudWatch::Alarm')
  .map(([id, { Properties }]) => ({
    id,
    page: / (docs\/runbooks\/\S+)$/.exec(readable(Properties['AlarmDescription']))?.[1],
  }));

/** Every page of an alarm as its path; a page that has a part for each of several alarms as the paths of its parts. */
const pages = readdirSync(folder).flatMap((name) => {
  const path = join(folder, name);
  const parts = [...readFileSync(path, 'utf8').matchAll(/^### (\S+)$/gm)].map(([, part]) => `${path}#${part}`);
  return parts.length > 0 ? parts : [path];
});

test('every alarm names a page that is there, and every page serves an alarm', () => {
  expect(alarms.length).toBeGreaterThan(30);
  expect(new Set(alarms.map(({ page }) => page))).toEqual(new Set(pages));
});

test.each(readdirSync(folder))('%s says what members notice, where to look, what to do and when it is over', (name) => {
  const headings = [...readFileSync(join(folder, name), 'utf8').matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings.filter((heading) => heading !== 'Each function')).toEqual([
    'What members notice',
    'Where to look',
    'What to do',
    'How to see that it is over',
  ]);
});

test('every link of the runbooks leads to a file, and every command to a script of this project', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const all = readdirSync('docs/runbooks', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const told = all.map((name) => ({ name, text: readFileSync(join('docs/runbooks', name), 'utf8') }));
  const links = told.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join('docs/runbooks', name, '..', to)),
  );
  expect(links.length).toBeGreaterThan(30);
  expect(links.filter((path) => !isThere(path))).toEqual([]);
  const commands = told.flatMap(({ text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script),
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((script) => !(script in scripts))).toEqual([]);
});

test('every output that a page reads is one of its stack, and every flag one of its command', () => {
  const pages = readdirSync('docs/runbooks', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const text = pages.map((name) => readFileSync(join('docs/runbooks', name), 'utf8')).join('\n');
  const { template } = synthesize(whole);
  const outputs = [...text.matchAll(/\boutput ([A-Z]\w+) ([A-Z]\w+)/g)].map(([, stack = '', output = '']) => ({
    stack,
    output,
  }));
  expect(outputs.length).toBeGreaterThan(3);
  const known = ({ stack, output }: (typeof outputs)[number]) =>
    output in (template(stack.toLowerCase() as StackName).Outputs ?? {});
  expect(outputs.filter((one) => !known(one))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const flags = [...text.matchAll(/npm run ([\w:-]+) -- ([^`\n]+)/g)].flatMap(([, script = '', words = '']) =>
    [...words.matchAll(/--([\w-]+)/g)].map(([, flag = '']) => ({ script, flag })),
  );
  expect(flags.length).toBeGreaterThan(10);
  const takes = ({ script, flag }: (typeof flags)[number]) => {
    const [file = ''] = /infra\/commands\/\S+\.ts/.exec(scripts[script] ?? '') ?? [];
    return new RegExp(`'?${flag}'?: \\{ type: `).test(readFileSync(file, 'utf8'));
  };
  expect(flags.filter((one) => !takes(one))).toEqual([]);
});

test('every queue that a page finds by the beginning of its name is the only one of that name', () => {
  const pages = readdirSync('docs/runbooks', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  const prefixes = pages.flatMap((name) =>
    [...readFileSync(join('docs/runbooks', name), 'utf8').matchAll(/--queue-name-prefix Envoyage-\$STAGE-(\S+)/g)].map(
      ([, prefix = '']) => prefix,
    ),
  );
  expect(prefixes.length).toBeGreaterThan(3);
  const { stacks, resources, product } = synthesize(whole);
  const queues = stacks.flatMap((stack) =>
    resources(stack, 'AWS::SQS::Queue').map(([id]) => `${product[stack].stackName}-${id}`.replace('Envoyage-dev-', '')),
  );
  for (const prefix of prefixes)
    expect([prefix, queues.filter((name) => name.startsWith(prefix)).length]).toEqual([prefix, 1]);
});

function isThere(path: string): boolean {
  const entries = readdirSync(join(path, '..'));
  return entries.includes(path.split('/').at(-1) ?? '');
}

test('each line that a function logs beside a result is in the list of what goes on, with an alarm that is there', () => {
  const [, list = ''] = readFileSync('docs/operations.md', 'utf8').split('## What goes on without failing');
  const cells = [...list.matchAll(/^\| (`.+?) \|/gm)].map(([, lines = '']) => lines);
  const listed = cells.flatMap((lines) => [...lines.matchAll(/`(.+?)`/g)].map(([, line]) => line));
  const logged = globSync('functions/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:logger\.(?:warn|error)|letNobodyIn)\('(.+?)'/g)].map(
      ([, line]) => line,
    ),
  );
  expect(new Set(listed)).toEqual(new Set(logged));
  const named = [...list.matchAll(/\b[A-Z][a-z]+[A-Z]\w+/g)].map(([name]) => name);
  expect(named.filter((name) => !alarms.some(({ id }) => id.includes(name)))).toEqual([]);
});
