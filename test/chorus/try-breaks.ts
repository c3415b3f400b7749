import { spawnSync } from 'node:child_process';
import { breaks } from './breaks.ts';

/** Breaks one place after another, and runs the chorus until it notices. Ends with 1 when one break goes unnoticed. */
let noticed = 0;
for (const [index, { what }] of breaks.entries()) {
  const env = { ...process.env, CHORUS_BREAK: String(index), CHORUS_LIVES: '80', PROVE_SHARE: '', PROVE_RESULTS: '' };
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'chorus',
    'test/chorus/first',
    'test/chorus/second',
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  // Not by another fault, such as a source that does not compile.
  const isNoticed = status !== 0 && /AssertionError/.test(stderr);
  noticed += isNoticed ? 1 : 0;
  console.log(`${isNoticed ? 'noticed' : 'UNNOTICED'}  ${what}`);
  if (!isNoticed) console.log(`${stdout.slice(-500)}${stderr.slice(0, 1000)}`);
}
console.log(`${noticed} of ${breaks.length} breaks of the chorus noticed`);
process.exitCode = noticed < breaks.length ? 1 : 0;
