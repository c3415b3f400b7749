import { expect, test } from 'vitest';
import { assemblyOf, att } from '#test/support/local/assembly.ts';
import { readPlan } from './plan.ts';

function planOf(given: Parameters<typeof assemblyOf>[1]) {
  const { assembly, ids, resolve } = assemblyOf('Live', given);
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
