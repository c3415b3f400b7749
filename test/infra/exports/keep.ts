import { writeFileSync } from 'node:fs';
import { deploymentOf, releasedExports, sorts } from './shape.ts';

/** `node test/infra/exports/keep.ts`: what stacks trade today is what the released ones trade from now on. */
const released = Object.entries(sorts).map(([sort, given]) => {
  const stacks = Object.entries(deploymentOf(given)).map(([stack, traded]) => `"${stack}": ${JSON.stringify(traded)}`);
  return `"${sort}": {\n${stacks.join(',\n')}\n}`;
});
writeFileSync(releasedExports, `{\n${released.join(',\n')}\n}\n`);
