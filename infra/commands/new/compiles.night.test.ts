import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planOf } from './arguments.ts';
import { applied } from './plan.ts';

/** It adds the matchers of pages to `expect`. */
const setup = 'test/support/run/web-setup.ts';

const lines = [
  'slice claim',
  'record claim',
  'act claim sendClaim --access parcelReader --body',
  'act claim myClaims --method GET',
  'act claim forgetClaim --method DELETE',
  'act deliveries praiseDelivery --method GET',
  'act parcel praiseParcel',
  'act second-factor praiseFactor --body',
  'queue claim',
  'page claim',
  'mail claimDecided',
];

/** A copy of the sources, which the test may write into. */
function aCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'new-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of ['shared', 'functions', 'infra', 'web', 'test', 'docs', 'package.json', 'tsconfig.json'])
    cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('what npm run new writes compiles, but for what the compiler asks of its author', { timeout: 300_000 }, () => {
  const folder = aCheckout();
  const written = new Set<string>();
  for (const line of lines) {
    const files = {
      read: (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined),
    };
    for (const [file, text] of applied(planOf(line.split(' '), files), files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
      if (/\.tsx?$/.test(file)) written.add(file);
    }
  }
  writeFileSync(
    join(folder, 'tsconfig.new.json'),
    JSON.stringify({ extends: './tsconfig.json', include: [setup], files: [...written] }),
  );
  const { stdout } = spawnSync(resolve('node_modules/.bin/tsc'), ['-p', 'tsconfig.new.json', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const complaints = stdout.split('\n').filter((one) => written.has(one.split('(')[0] ?? ''));
  expect(complaints).toEqual([]);
});
