import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildsIn } from '#infra/builds.ts';
import { parseSettings } from '#infra/config.ts';
import { functionTable } from '#infra/function-table.ts';
import { unknownSiteUrl } from '#infra/naming.ts';
import { makeProduct, type Product } from '#infra/product.ts';

export type StackName = keyof Product;
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface Properties {
  readonly [key: string]: Json;
}
export interface Resource {
  readonly Type: string;
  readonly Properties: Properties;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Properties;
  readonly DependsOn?: readonly string[];
}

/** An application with every stack, over stand-ins of the builds: a function and a site of one line each. */
export function makeApp(given: Record<string, unknown> = {}, more: Record<string, string> = {}) {
  // CloudFormation's own validator runs in `npm run synth`; here it would cost seconds in each file.
  process.env.CDK_VALIDATION = 'false';
  const folder = mkdtempSync(join(tmpdir(), 'synth-'));
  for (const name of Object.keys(functionTable))
    write(join(folder, 'functions', name), 'index.mjs', `export const handler = () => '${name}';`);
  write(join(folder, 'web'), 'index.html', '<!doctype html>');
  write(join(folder, 'web', 'terms'), 'index.html', '<!doctype html>');
  write(join(folder, 'web'), 'sw.js', '');
  write(join(folder, 'web'), 'sitemap.xml', given['domain'] ? '' : `<loc>${unknownSiteUrl}/terms</loc>`);
  write(join(folder, 'web', 'assets'), 'main.js', '');
  write(join(folder, 'places', 'web', 'places'), 'index.json', '{}');
  write(join(folder, 'places', 'web', 'places', '4f2c'), 'FR.json', '[]');
  // `cdk` reads the feature flags of cdk.json, `new App()` does not.
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> };
  const app = new App({
    outdir: join(folder, 'cdk.out'),
    // Where each element was made is for messages alone: an eighth of the work.
    context: { ...context, 'aws:cdk:disable-creation-stack-traces': true, ...more },
    treeMetadata: false,
  });
  return { app, product: makeProduct(app, parseSettings(given), buildsIn(folder)) };
}

const made = new Map<string, ReturnType<typeof templatesOf>>();

/** The templates of a deployment with these settings, made once for all files of a worker. */
export function synthesize(given: Record<string, unknown> = {}, more: Record<string, string> = {}) {
  const settings = JSON.stringify([given, more]);
  const known = made.get(settings) ?? templatesOf(given, more);
  made.set(settings, known);
  return known;
}

function templatesOf(given: Record<string, unknown>, more: Record<string, string>) {
  const { app, product } = makeApp(given, more);
  const assembly = app.synth();
  const template = (stack: StackName): { Resources: Record<string, Resource>; Outputs?: Properties } =>
    assembly.getStackByName(product[stack].stackName).template;
  /** Resources of one type by logical id. */
  const resources = (stack: StackName, type: string): [id: string, resource: Resource][] =>
    Object.entries(template(stack).Resources).filter(([, { Type }]) => Type === type);
  const stacks = Object.keys(product) as StackName[];
  /** Resources of one type in all stacks. */
  const everywhere = (type: string) => stacks.flatMap((stack) => resources(stack, type));
  /** Properties of the only resource of a type. */
  const only = (stack: StackName, type: string): Properties => {
    const [first, ...others] = resources(stack, type);
    if (!first || others.length > 0) throw new Error(`${stack} has not exactly one ${type}.`);
    return first[1].Properties;
  };
  /** Every Lambda of the product (not those that CDK adds for itself) by its word. */
  const functions = (): Record<string, { stack: StackName; id: string; properties: Properties }> =>
    Object.fromEntries(
      stacks.flatMap((stack) =>
        resources(stack, 'AWS::Lambda::Function')
          .filter(([, { Metadata }]) => Metadata?.['function'])
          .map(([id, { Metadata, Properties }]) => [Metadata?.['function'], { stack, id, properties: Properties }]),
      ),
    );
  /** The target of a function's callers: its alias, if it has one. */
  const entrance = (name: string): Json => {
    const { stack, id = '' } = functions()[name] ?? {};
    const alias =
      stack &&
      resources(stack, 'AWS::Lambda::Alias').find(
        ([, { Properties }]) => readable(Properties['FunctionName']) === readable({ Ref: id }),
      );
    return alias ? { Ref: alias[0] } : { 'Fn::GetAtt': [id, 'Arn'] };
  };
  return { product, folder: assembly.directory, stacks, template, resources, everywhere, only, functions, entrance };
}

/** A value of a template as text a person can compare: `Table`, `Quarantine/quarantine/*`, `import Table`. */
export function readable(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.map(readable).join(' ');
  const [[intrinsic, given] = ['', '']] = Object.entries(value as Record<string, Json>);
  const text = typeof given === 'string' ? given : '';
  switch (intrinsic) {
    case 'Ref':
      return withoutHash(text);
    case 'Fn::GetAtt': {
      const [id, attribute] = given as readonly string[];
      return attribute === 'Arn' ? withoutHash(id ?? '') : `${withoutHash(id ?? '')}.${attribute}`;
    }
    case 'Fn::ImportValue': {
      const [, id = text, attribute] =
        /:ExportsOutput(?:Ref|FnGetAtt)(.+?)[0-9A-F]{8}(\w*?)[0-9A-F]{8}$/.exec(text) ?? [];
      return attribute && attribute !== 'Arn' ? `${id}.${attribute}` : id;
    }
    case 'Fn::GetStackOutput': {
      const { OutputName } = given as { OutputName: string };
      return OutputName.replace(/^PublishOutputRef(.+?)[0-9A-F]{8}[0-9A-F]{8}$/, '$1');
    }
    case 'Fn::Join': {
      const [separator, parts] = given as readonly [string, readonly Json[]];
      return parts.map(readable).join(separator);
    }
    default:
      return JSON.stringify(value);
  }
}

const withoutHash = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

function write(folder: string, file: string, text: string) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
}
