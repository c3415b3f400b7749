import { expect, test } from 'vitest';
import { type FunctionName, functionTable, needsOf } from '#infra/function-table.ts';
import { pascalCase } from '#infra/naming.ts';
import { type Json, type Properties, type Resource, readable, synthesize } from './synth.ts';

const prod = synthesize({ stage: 'prod' });
const dev = synthesize();
const names = Object.keys(functionTable) as FunctionName[];
const gradual = names.filter((name) => needsOf(name).isGradual);
type Templates = typeof prod;
type WithPolicy = Resource & { readonly UpdatePolicy?: { readonly CodeDeployLambdaAliasUpdate: Properties } };

/** The alias that the callers of a function name, undefined when they name the function itself. */
function aliasOf(name: FunctionName, { functions, entrance, template }: Templates = prod) {
  const { Ref: id = '' } = entrance(name) as { Ref?: string };
  const stack = functions()[name]?.stack;
  return stack && (template(stack).Resources[id] as WithPolicy | undefined);
}

/** The group that shifts the calls of a function. */
function groupOf(name: FunctionName, templates: Templates = prod): Properties | undefined {
  const { stack } = templates.functions()[name] ?? {};
  const { DeploymentGroupName } = aliasOf(name, templates)?.UpdatePolicy?.CodeDeployLambdaAliasUpdate ?? {};
  const { Ref: id } = DeploymentGroupName as { Ref: string };
  return stack && templates.template(stack).Resources[id]?.Properties;
}

test('calls of the four functions that members feel first go through an alias, of all others to the function', () => {
  expect(gradual.toSorted()).toEqual(['accounts', 'deliveries', 'messaging', 'pre-token']);
  for (const templates of [prod, dev]) {
    expect(names.filter((name) => aliasOf(name, templates)?.Type === 'AWS::Lambda::Alias')).toEqual(gradual);
    expect(templates.everywhere('AWS::Lambda::Alias')).toHaveLength(gradual.length);
  }
});

test.each(gradual)('on prod a new version of %s gets a tenth of the calls for ten minutes', (name) => {
  expect(groupOf(name)).toMatchObject({
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent10Minutes',
    AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']) },
  });
});

test.each(gradual)(
  'a release of %s is taken back by its own errors, and by faults of the API that it is of',
  (name) => {
    const { stack = 'api', id = '' } = prod.functions()[name] ?? {};
    const { AlarmConfiguration } = groupOf(name) as { AlarmConfiguration: { Alarms: { Name: Json }[] } };
    const ownName = `${pascalCase(name)}Errors`;
    const alarms = AlarmConfiguration.Alarms.map((alarm) => readable(alarm.Name));
    expect(alarms).toEqual(stack === 'api' ? [ownName, 'ApiFaults'] : [ownName]);
    const own = prod.resources(stack, 'AWS::CloudWatch::Alarm').find(([alarm]) => alarm.startsWith(ownName));
    // While the alias is divided, its errors are those of both versions.
    const dimensions = JSON.stringify(own?.[1].Properties['Dimensions']);
    expect(own?.[1].Properties['MetricName']).toBe('Errors');
    expect(dimensions).toContain(id);
    expect(dimensions).toContain(':live');
  },
);

test('on other stages no release waits, and with --at-once none on prod, though alarms ring', () => {
  expect(dev.everywhere('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
  const atOnce = synthesize({ stage: 'prod' }, { atOnce: 'yes' });
  for (const name of gradual)
    expect(groupOf(name, atOnce)).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaAllAtOnce',
      AlarmConfiguration: { Enabled: false },
    });
});

test('a rotated secret is a new version of each function that compares with it, and of no other', () => {
  const versionOf = (name: FunctionName, templates: Templates) =>
    readable(aliasOf(name, templates)?.Properties['FunctionVersion']);
  const before = synthesize({}, { originSecret: 'v1' });
  const rotated = synthesize({}, { originSecret: 'v2,v1' });
  const changed = gradual.filter((name) => versionOf(name, before) !== versionOf(name, rotated));
  expect(changed).toEqual(gradual.filter((name) => name !== 'pre-token'));
});
