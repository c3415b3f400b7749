import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';

/** The commands run in an empty folder, and what they load is compiled once for all of them. */
const empty = mkdtempSync(join(tmpdir(), 'commands-'));
const compiled = mkdtempSync(join(tmpdir(), 'compiled-'));
afterAll(() => {
  for (const folder of [empty, compiled]) rmSync(folder, { recursive: true });
});

/** A command of ours with nothing around it but this: no settings, also not those of this checkout, no credentials. */
const run = (words: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [resolve(`infra/commands/${words[0]}.ts`), ...words.slice(1)], {
    cwd: empty,
    env: { PATH: '', HOME: tmpdir(), AWS_EC2_METADATA_DISABLED: 'true', NODE_COMPILE_CACHE: compiled, ...env },
    encoding: 'utf8',
  });

test('a deploy stops at once while its account is not set', () => {
  const { status, stderr } = run(['deploy']);
  expect(stderr).toMatch(
    /^account, stage, .+ must be set before a deploy, in envoyage\.config\.json, which does not exist yet, or as ENVOYAGE_ACCOUNT, .+\.\n$/,
  );
  expect(status).toBe(1);
});

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const ensuring = (flag: string) => Object.keys(scripts).filter((name) => scripts[name]?.includes(`ensure.mjs ${flag}`));

test('tests, benchmarks and proofs install the browser that they open', () => {
  expect(ensuring('--browser')).toEqual(['test', 'test:e2e', 'bench', 'prove']);
});

test('the settings of an operator are checked by the commands, and not as code of the project', () => {
  const { files } = JSON.parse(readFileSync('biome.json', 'utf8')) as { files: { includes: string[] } };
  expect(files.includes).toContain('!envoyage.config.json');
});

test('checks, synth and deploy need no Java: a machine that only deploys has none', () => {
  expect(ensuring('--packages')).toEqual(expect.arrayContaining(['check', 'synth', 'deploy', 'check:cloud']));
  const folder = mkdtempSync(join(tmpdir(), 'no-java-'));
  symlinkSync(process.execPath, join(folder, 'node'));
  const ensure = (...flags: string[]) =>
    spawnSync('node', ['infra/local/ensure.mjs', ...flags], { env: { PATH: folder }, encoding: 'utf8' });
  expect(ensure('--packages')).toMatchObject({ status: 0, stderr: '' });
  expect(ensure().stderr).toContain('Java 17 or newer is needed for the database');
});

test.each([
  { command: 'start', flags: [], ports: ['abc', '0', '70000', '', '4000.5', '-1'] },
  { command: 'dev', flags: ['--dev'], ports: ['abc'] },
  { command: 'reset', flags: ['--reset'], ports: ['abc'] },
])('npm run $command reports an invalid port in one line', ({ flags, ports }) => {
  for (const port of ports) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/local/start.mjs', ...flags], {
      env: { PATH: '', PORT: port, DATA_DIR: mkdtempSync(join(tmpdir(), 'port-')) },
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe(`PORT=${port} is not a port: choose a number from 1 to 65535.\n`);
    expect(status).toBe(1);
  }
});

test('a start on a used or invalid port reports it in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port: taken } = other.address() as AddressInfo;
  const start = (port: string) =>
    spawnSync(process.execPath, ['infra/local/main.ts'], {
      env: { PATH: '', PORT: port, DATA_DIR: mkdtempSync(join(tmpdir(), 'port-')), NODE_COMPILE_CACHE: compiled },
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = start(String(taken));
  expect(stdout + stderr).toBe(`Port ${taken} is in use: stop what listens there, or choose another one with PORT=…\n`);
  expect(status).toBe(1);
  expect(start('abc').stdout).toBe('PORT=abc is not a port: choose a number from 1 to 65535.\n');
});

// All words of a command open the same table before they act, so one of them asks for all.
test.each([
  [['reset-second'], 'Say what to do: npm run member -- export|erase|reset-second <address> [--local]'],
  [['block', 'a@example.org'], 'Say what to do: npm run member -- export|erase|reset-second <address> [--local]'],
  [['erase', 'a@example.org', '--local'], 'No product runs with its data in '],
])('npm run member -- %j says in one line why it does nothing', (words, sentence) => {
  const { status, stderr } = run(['member', ...words], { DATA_DIR: mkdtempSync(join(tmpdir(), 'member-')) });
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain(sentence);
  expect(status).toBe(1);
});

test.each([
  ['check-cloud'],
  ['redrive'],
  ['restore', 'Envoyage-prod-back', '2027-01-31T14:05:00Z'],
  ['unsuppress', 'a@example.org'],
  ['member', 'erase', 'a@example.org', '--yes'],
])('%s does nothing without credentials', (...words) => {
  const { status, stderr } = run(words, { ENVOYAGE_ACCOUNT: '123456789012', ENVOYAGE_STAGE: 'prod' });
  expect(stderr).toMatch(/^AWS takes no credentials from this terminal \(.*\): sign in, or choose a profile\.\n$/);
  expect(status).toBe(1);
});

// They open their stage by one function, which reads the settings before it asks AWS for the account.
test.each([
  [{}, 'account, stage', 'ENVOYAGE_ACCOUNT, ENVOYAGE_STAGE'],
  [{ ENVOYAGE_ACCOUNT: '123456789012' }, 'stage', 'ENVOYAGE_STAGE'],
])('with %j alone a command does not know which stage is meant', (env, names, variables) => {
  expect(run(['redrive'], env)).toMatchObject({
    stderr: `${names} must be set to say which stage is meant, in envoyage.config.json, which does not exist yet, or as ${variables}.\n`,
    status: 1,
  });
});

test('npm run check:cloud names a word that it does not know, and asks no stage', () => {
  const { stderr, status } = run(['check-cloud', '--lokal']);
  expect(stderr).toMatch(/^Unknown option '--lokal'/);
  expect(status).toBe(1);
});
