import { expect, test } from 'vitest';
import { assemblyOf, att } from '#test/support/local/assembly.ts';
import { localAccount } from './physical-ids.ts';
import { functionNameOf, readPlan } from './plan.ts';

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

test('an alias or a version of a function has an address of its own, and a call of it reaches the function', () => {
  const { ids, resolve, assembly } = assemblyOf('Api', {
    Daily: daily,
    Version: { type: 'AWS::Lambda::Version', properties: { FunctionName: { Ref: 'Daily' } } },
    Live: { type: 'AWS::Lambda::Alias', properties: { FunctionName: { Ref: 'Daily' }, Name: 'live' } },
  });
  const arns = ['Version', 'Live'].map((Ref) => String(resolve({ Ref }, 'Api')));
  const arn = `arn:aws:lambda:eu-west-3:${localAccount}:function:daily`;
  expect(arns).toEqual([`${arn}:1`, `${arn}:live`]);
  expect(arns.map(functionNameOf)).toEqual(['daily', 'daily']);
  expect(readPlan(assembly, ids, resolve, 'bundles').functions.map(({ name }) => name)).toEqual(['daily']);
});

test('an alias of a function that its stack does not have stops the start', () => {
  const Live = { type: 'AWS::Lambda::Alias', properties: { FunctionName: { Ref: 'Gone' }, Name: 'live' } };
  expect(() => assemblyOf('Api', { Live })).toThrow('Api/Live names no function of its stack.');
});
