import type { Assembly, Json, JsonObject, Resource } from './assembly.ts';
import { type Identities, localAccount } from './physical-ids.ts';

/** Answers `{{resolve:secretsmanager:…}}`: the text of a version of the secret, without an id of the present one. */
export type SecretOf = (arn: string, versionId: string) => string;

export type Resolve = (value: Json | undefined, stack: string) => unknown;

/**
 * The part of CloudFormation's language that the templates use: `Ref`, `Fn::GetAtt`, `Fn::Join`, `Fn::Sub`,
 * `Fn::Select`, `Fn::Split`, `Fn::ImportValue`, `Fn::GetStackOutput`, pseudo parameters and dynamic references to
 * secrets. Anything else is refused by name, so that a new one is noticed here. Addresses that exist only on AWS are
 * changed in each finished text by `rewrite`.
 */
export function resolver(
  assembly: Assembly,
  ids: Identities,
  secretOf: SecretOf,
  rewrite: (text: string) => string,
): Resolve {
  const pseudo: Record<string, string | undefined> = {
    'AWS::Region': assembly.region,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::AccountId': localAccount,
    'AWS::NoValue': undefined,
  };

  const resourceOf = (stack: string, logicalId: string): Resource => {
    const resource = assembly.find(stack, logicalId);
    if (!resource) throw new Error(`${stack} refers to ${logicalId}, which it does not hold.`);
    return resource;
  };
  const ref = (stack: string, name: string): string | undefined => {
    if (name === 'AWS::StackName' || name === 'AWS::StackId') return stack;
    return name in pseudo ? pseudo[name] : ids.ref(resourceOf(stack, name));
  };
  const attribute = (stack: string, path: string): string => {
    const [logicalId = '', ...name] = path.split('.');
    return ids.attribute(resourceOf(stack, logicalId), name.join('.'));
  };
  const text = (value: Json | undefined, stack: string) => word(resolve(value, stack) ?? '');
  const given = (from: Assembly['exports'], name: string) => {
    const found = from.get(name);
    if (!found) throw new Error(`No stack gives ${name}.`);
    return resolve(found.value, found.stack);
  };
  const finish = (value: string) =>
    rewrite(
      value.replaceAll(
        /\{\{resolve:secretsmanager:(.+?):SecretString:::([^}]*)\}\}/g,
        (_, arn: string, versionId: string) => secretOf(arn, versionId),
      ),
    );

  const substitute = (argument: Json, stack: string) => {
    const [template, own] = Array.isArray(argument) ? argument : [argument, {}];
    const names = isObject(own) ? own : {};
    return word(template).replaceAll(/\$\{([^!}]+)\}/g, (_, name: string) => {
      if (name in names) return text(names[name], stack);
      return name.includes('.') ? attribute(stack, name) : (ref(stack, name) ?? '');
    });
  };

  const call = (name: string, argument: Json, stack: string): unknown => {
    const parts = Array.isArray(argument) ? argument : [];
    switch (name) {
      case 'Ref':
        return ref(stack, word(argument));
      case 'Fn::GetAtt':
        return attribute(stack, Array.isArray(argument) ? argument.map(word).join('.') : word(argument));
      case 'Fn::Join':
        return finish(list(resolve(parts[1], stack)).join(word(parts[0])));
      case 'Fn::Sub':
        return finish(substitute(argument, stack));
      case 'Fn::Select':
        return list(resolve(parts[1], stack))[Number(parts[0])];
      case 'Fn::Split':
        return text(parts[1], stack).split(word(parts[0]));
      case 'Fn::ImportValue':
        return given(assembly.exports, text(argument, stack));
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = isObject(argument) ? argument : {};
        return given(assembly.outputs, `${text(StackName, stack)}.${text(OutputName, stack)}`);
      }
      default:
        throw new Error(`${name} (in ${stack}) is not understood here.`);
    }
  };

  const resolve: Resolve = (value, stack) => {
    if (typeof value === 'string') return finish(value);
    if (Array.isArray(value)) return value.map((item) => resolve(item, stack)).filter((item) => item !== undefined);
    if (!isObject(value)) return value;
    const entries = Object.entries(value);
    const [name, argument] = entries[0] ?? [];
    if (entries.length === 1 && name && argument !== undefined && (name === 'Ref' || name.startsWith('Fn::'))) {
      return call(name, argument, stack);
    }
    return Object.fromEntries(
      entries.map(([key, item]) => [key, resolve(item, stack)]).filter(([, item]) => item !== undefined),
    );
  };
  return resolve;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function word(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('A text was expected in the template.');
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Error('A list was expected in the template.');
  return value;
}
