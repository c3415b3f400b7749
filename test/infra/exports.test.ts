import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Deployment, deploymentOf, releasedExports, sorts } from './exports/shape.ts';

const released = JSON.parse(readFileSync(releasedExports, 'utf8')) as Record<string, Deployment>;

/** The refusals of CloudFormation in one step: imports that no stack exports, and exports removed in use. */
function refusals(deployed: Deployment, stack: string, next: Deployment): string[] {
  const { exports = [], imports = [] } = next[stack] ?? {};
  const others = Object.entries(deployed).filter(([other]) => other !== stack);
  const given = new Set(others.flatMap(([, traded]) => traded.exports));
  const removed = (deployed[stack]?.exports ?? []).filter((name) => !exports.includes(name));
  return [
    ...imports.filter((name) => !given.has(name)).map((name) => `${stack} imports ${name}`),
    ...others.flatMap(([other, traded]) =>
      removed
        .filter((name) => traded.imports.includes(name))
        .map((name) => `${stack} removes ${name}, used by ${other}`),
    ),
  ];
}

/** Deploys the first stacks of a release over what is deployed, in the order of that release. */
function walk(from: Deployment, to: Deployment, count = Object.keys(to).length) {
  let deployed = from;
  const refused: string[] = [];
  for (const stack of Object.keys(to).slice(0, count)) {
    refused.push(...refusals(deployed, stack, to));
    deployed = { ...deployed, [stack]: to[stack] ?? { exports: [], imports: [] } };
  }
  return { deployed, refused };
}

test.each(Object.entries(sorts))(
  'with the settings %s stacks can be deployed forwards, backwards and in between',
  (sort, given) => {
    const [before, today] = [released[sort] ?? {}, deploymentOf(given)];
    expect(Object.keys(before)).toHaveLength(11);
    expect(Object.values(before).flatMap(({ imports }) => imports).length).toBeGreaterThan(30);
    for (const [from, to] of [
      [{}, today],
      [before, today],
      [today, before],
    ] as const)
      expect(walk(from, to).refused).toEqual([]);
    // A deploy that was killed after any stack, then the other release.
    for (let count = 1; count < 11; count++) {
      expect(walk(walk(before, today, count).deployed, before).refused).toEqual([]);
      expect(walk(walk(today, before, count).deployed, today).refused).toEqual([]);
    }
  },
);
