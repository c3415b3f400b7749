import { expect, test } from 'vitest';
import type { Assembly, JsonObject, Resource } from './assembly.ts';
import { resolver } from './intrinsics.ts';
import { identities } from './physical-ids.ts';
import { readPlan } from './plan.ts';

const att = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

function planOf(given: Record<string, { type: string; properties: JsonObject; functionName?: string }>) {
  const resources = Object.entries(given).map(([logicalId, one]): Resource => ({ stack: 'Live', logicalId, ...one }));
  const assembly: Assembly = {
    region: 'eu-west-3',
    resources,
    exports: new Map(),
    outputs: new Map(),
    find: (_, id) => resources.find(({ logicalId }) => logicalId === id),
    asset: () => undefined,
  };
  const ids = identities(assembly);
  const resolve = resolver(
    assembly,
    ids,
    () => '',
    (text) => text,
  );
  return readPlan(assembly, ids, resolve, 'bundles');
}

const daily = { type: 'AWS::Lambda::Function', properties: { Handler: 'index.handler' }, functionName: 'daily' };

test('a failed asynchronous call is treated as the template says, otherwise as in Lambda', () => {
  expect(planOf({ Daily: daily }).functions[0]?.asyncRules).toEqual({
    retries: 2,
    maxAgeSeconds: 6 * 3600,
    onFailure: undefined,
  });
  const config = {
    type: 'AWS::Lambda::EventInvokeConfig',
    properties: {
      FunctionName: { Ref: 'Daily' },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
      DestinationConfig: { OnFailure: { Destination: att('Failures') } },
    },
  };
  const { functions, queues } = planOf({
    Daily: daily,
    Config: config,
    Failures: { type: 'AWS::SQS::Queue', properties: {} },
  });
  expect(functions[0]?.asyncRules).toEqual({ retries: 0, maxAgeSeconds: 60, onFailure: queues[0]?.arn });
});
