import * as z from 'zod/mini';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Resolve } from '../assembly/intrinsics.ts';
import { type Identities, localAccount } from '../assembly/physical-ids.ts';
import { type AccessRules, knownKeys } from './access.ts';
import { readPolicy, type Statement } from './policy.ts';

const Document = z.unknown();
const RolePolicy = z.object({ Roles: z.array(z.string()), PolicyDocument: Document });
const Role = z.object({
  Policies: z._default(z.array(z.object({ PolicyDocument: Document })), []),
  ManagedPolicyArns: z._default(z.array(z.string()), []),
});
const FunctionRole = z.object({ Role: z.string() });
const BucketPolicy = z.object({ Bucket: z.string(), PolicyDocument: Document });
const QueuePolicy = z.object({ Queues: z.array(z.string()), PolicyDocument: Document });
const Key = z.object({ KeyPolicy: Document });
const Permission = z.object({
  Action: z.string(),
  FunctionName: z.string(),
  Principal: z.string(),
  SourceArn: z.optional(z.string()),
});

/**
 * The policies of the assembly: of the product's own functions, and of buckets, queues, keys and functions. Throws a
 * sentence for a policy that could not be evaluated here.
 */
export function readAccessRules(assembly: Assembly, ids: Identities, resolve: Resolve): AccessRules {
  const of = (...types: string[]) => assembly.resources.filter(({ type }) => types.includes(type));
  const read = <T>(schema: z.ZodMiniType<T>, resource: Resource): T =>
    z.parse(schema, resolve(resource.properties, resource.stack));
  const policy = (resource: Resource, document: unknown): Statement[] => {
    try {
      const statements = readPolicy(document);
      const keys = statements.flatMap(({ conditions }) => conditions.map(({ key }) => key));
      const unknown = keys.find((key) => !knownKeys.some((known) => known.test(key)));
      if (unknown) throw new Error(`The condition key ${unknown} is not known here.`);
      return statements;
    } catch (error) {
      throw new Error(
        `${resource.stack}/${resource.logicalId}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };

  const attached = of('AWS::IAM::Policy').map((resource) => ({ resource, ...read(RolePolicy, resource) }));
  const roles = of('AWS::Lambda::Function').flatMap((resource) => {
    if (!resource.functionName) return [];
    const { Role: arn } = read(FunctionRole, resource);
    const role = of('AWS::IAM::Role').find((one) => ids.attribute(one, 'Arn') === arn);
    if (!role) throw new Error(`${resource.stack}/${resource.logicalId} has no role.`);
    const { Policies, ManagedPolicyArns } = read(Role, role);
    if (ManagedPolicyArns.length > 0) throw new Error(`${role.logicalId}: managed policies are not evaluated here.`);
    const documents = [
      ...Policies.map(({ PolicyDocument }) => ({ resource: role, document: PolicyDocument })),
      ...attached
        .filter(({ Roles }) => Roles.includes(ids.ref(role)))
        .map(({ resource: from, PolicyDocument }) => ({ resource: from, document: PolicyDocument })),
    ];
    const statements = documents.flatMap(({ resource: from, document }) => policy(from, document));
    return [{ name: ids.ref(resource), role: arn, statements }];
  });

  const resources = new Map<string, Statement[]>();
  const add = (arn: string, statements: readonly Statement[]) =>
    resources.set(arn, [...(resources.get(arn) ?? []), ...statements]);
  for (const resource of of('AWS::S3::BucketPolicy')) {
    const { Bucket, PolicyDocument } = read(BucketPolicy, resource);
    add(`arn:aws:s3:::${Bucket}`, policy(resource, PolicyDocument));
  }
  for (const resource of of('AWS::SQS::QueuePolicy')) {
    const { Queues, PolicyDocument } = read(QueuePolicy, resource);
    for (const queue of of('AWS::SQS::Queue').filter((one) => Queues.includes(ids.ref(one))))
      add(ids.attribute(queue, 'Arn'), policy(resource, PolicyDocument));
  }
  for (const resource of of('AWS::KMS::Key'))
    add(ids.attribute(resource, 'Arn'), policy(resource, read(Key, resource).KeyPolicy));

  for (const resource of of('AWS::Lambda::Permission')) {
    const { Action, FunctionName, Principal, SourceArn } = read(Permission, resource);
    const Condition = SourceArn ? { ArnLike: { 'aws:SourceArn': SourceArn } } : {};
    const statement = { Effect: 'Allow', Action, Resource: FunctionName, Principal: { Service: Principal }, Condition };
    add(FunctionName, policy(resource, { Statement: [statement] }));
  }

  const [distribution] = of('AWS::CloudFront::Distribution');
  const distributionArn = `arn:aws:cloudfront::${localAccount}:distribution/${distribution ? ids.ref(distribution) : ''}`;
  return { roles, resources, distributionArn };
}
