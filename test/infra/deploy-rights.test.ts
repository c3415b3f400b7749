import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { evaluate, readPolicy } from '#infra/local/iam/policy.ts';
import { account, exceptionFor, type Need, needsOf, neverCalled } from './deploy-rights/needs.ts';
import { synthesize } from './synth.ts';

const domain = 'envoyage.example.org';
const stages = [
  { stage: 'dev' },
  {
    stage: 'prod',
    waf: true,
    backupAccount: '222222222222',
    domain,
    hostedZoneId: 'Z0123456789',
    mailFrom: `post@${domain}`,
  },
  {
    stage: 'sixteen-letters-',
    domain,
    certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/0a1b`,
    apiGatewayLogsRole: 'exists',
  },
];

/** Every call that CloudFormation makes for the templates of these stages, each once. */
const needs = (() => {
  const all = stages.flatMap((settings) => {
    const { stacks, template, product } = synthesize(settings);
    return stacks.flatMap((word) => {
      const { stackName: stack } = product[word];
      const region = word === 'edge' || word === 'edgeLog' ? 'us-east-1' : 'eu-west-3';
      return Object.entries(template(word).Resources).flatMap(([id, resource]) =>
        needsOf({ stack, region, id, resource }),
      );
    });
  });
  return [...new Map(all.map((need) => [`${need.type} ${need.action} ${need.resource}`, need])).values()];
})();

const policy = readPolicy(
  JSON.parse(readFileSync('docs/pipeline/execution-policy.json', 'utf8').replaceAll('ACCOUNT', account)),
);
const isAllowed = (need: Need) => evaluate(policy, need).effect === 'allow';

test('the policy of the pipeline allows every call of every handler of the templates, by the names that things have', () => {
  const missing = needs.filter((need) => !isAllowed(need) && !exceptionFor(need));
  expect(needs.length).toBeGreaterThan(1000);
  expect([...new Set(missing.map(({ type, action }) => `${type} ${action}`))]).toEqual([]);
});

test('each exception still spares a right', () => {
  const spared = new Set(needs.filter((need) => !isAllowed(need)).map(exceptionFor));
  expect(neverCalled.filter((entry) => !spared.has(entry))).toEqual([]);
});
