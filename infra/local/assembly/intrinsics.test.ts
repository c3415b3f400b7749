import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Json, readAssembly } from './assembly.ts';
import { resolver } from './intrinsics.ts';
import { identities } from './physical-ids.ts';

type Stacks = Record<string, { region?: string; template: object }>;

function assemblyOf(stacks: Stacks) {
  const folder = mkdtempSync(join(tmpdir(), 'assembly-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const artifacts = Object.entries(stacks).map(([name, { region = 'eu-west-3', template }]) => {
    writeFileSync(join(folder, `${name}.template.json`), JSON.stringify(template));
    const properties = { templateFile: `${name}.template.json` };
    return [name, { type: 'aws:cloudformation:stack', environment: `aws://unknown-account/${region}`, properties }];
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts: Object.fromEntries(artifacts) }));
  return readAssembly(folder);
}

const pool = { Type: 'AWS::Cognito::UserPool', Properties: {} };
const secret = { Type: 'AWS::SecretsManager::Secret', Properties: {} };
const bucket = { Type: 'AWS::S3::Bucket', Properties: {} };

function resolverOf(stacks: Stacks, rewrite = (text: string) => text) {
  const assembly = assemblyOf(stacks);
  return resolver(assembly, identities(assembly), (arn) => `secret of ${arn.split(':').at(-1)}`, rewrite);
}

test('a value of another stack is found by the name under which it was exported', () => {
  const resolve = resolverOf({
    Identity: {
      template: {
        Resources: { PoolAABBCCDD: pool },
        Outputs: { Out: { Value: { Ref: 'PoolAABBCCDD' }, Export: { Name: 'Identity:Pool' } } },
      },
    },
    Api: { template: { Resources: {} } },
  });
  expect(resolve({ 'Fn::ImportValue': 'Identity:Pool' }, 'Api')).toBe('eu-west-3_LOCAL0001');
});

test('a weak reference reads the output of a stack in another region', () => {
  const resolve = resolverOf({
    Edge: { region: 'us-east-1', template: { Resources: {}, Outputs: { Acl: { Value: 'arn:acl' } } } },
    Web: { template: {} },
    Data: { template: {} },
  });
  const reference = { 'Fn::GetStackOutput': { StackName: 'Edge', OutputName: 'Acl', Region: 'us-east-1' } };
  expect(resolve(reference, 'Web')).toBe('arn:acl');
});

test('a text is joined, its secrets are filled in, and addresses of AWS are changed at the end', () => {
  const resolve = resolverOf({ Api: { template: { Resources: { Origin00000000: secret } } } }, (text) =>
    text.replace('https://aws', 'http://here'),
  );
  const value: Json = {
    'Fn::Join': [
      '',
      [
        'https://aws/',
        { Ref: 'AWS::Region' },
        '/{{resolve:secretsmanager:',
        { Ref: 'Origin00000000' },
        ':SecretString:::}}',
      ],
    ],
  };
  expect(resolve(value, 'Api')).toBe('http://here/eu-west-3/secret of Api-Origin');
});

test('substitution knows references, attributes and local names', () => {
  const resolve = resolverOf({ Files: { template: { Resources: { Media12345678: bucket } } } });
  const value: Json = {
    'Fn::Sub': ['${Media12345678}|${Media12345678.Arn}|${own}|${AWS::Partition}', { own: 'mine' }],
  };
  expect(resolve(value, 'Files')).toBe('files-media|arn:aws:s3:::files-media|mine|aws');
});

test('a list is split and one of its parts selected', () => {
  const resolve = resolverOf({ Any: { template: {} } });
  expect(resolve({ 'Fn::Select': [1, { 'Fn::Split': ['/', 'a/b/c'] }] }, 'Any')).toBe('b');
});

test('a property without a value is removed', () => {
  const resolve = resolverOf({ Any: { template: {} } });
  expect(resolve({ kept: 1, gone: { Ref: 'AWS::NoValue' } }, 'Any')).toEqual({ kept: 1 });
});

test('a function that is not understood is refused by name', () => {
  const resolve = resolverOf({ Any: { template: {} } });
  expect(() => resolve({ 'Fn::Cidr': ['10.0.0.0/16', 2] }, 'Any')).toThrow('Fn::Cidr (in Any) is not understood');
});

test('a reference to nothing is refused', () => {
  const resolve = resolverOf({ Any: { template: {} } });
  expect(() => resolve({ Ref: 'Nothing' }, 'Any')).toThrow('refers to Nothing');
  expect(() => resolve({ 'Fn::ImportValue': 'Nowhere' }, 'Any')).toThrow('No stack gives Nowhere');
});
