import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Assembly, Resource } from './assembly.ts';
import type { Resolve } from './intrinsics.ts';
import type { Identities } from './physical-ids.ts';

const strings = z.array(z.string());
const Attribute = z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) });
const Keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }));

const Table = z.object({
  AttributeDefinitions: z.array(Attribute),
  KeySchema: Keys,
  GlobalSecondaryIndexes: z.optional(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema: Keys,
        Projection: z.object({
          ProjectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
          NonKeyAttributes: z.optional(strings),
        }),
      }),
    ),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) }),
  ),
});

const Lambda = z.object({
  Handler: z.string(),
  Timeout: z._default(z.number(), 3),
  MemorySize: z._default(z.number(), 128),
  ReservedConcurrentExecutions: z.optional(z.number()),
  Environment: z.optional(z.object({ Variables: z.record(z.string(), z.string()) })),
  LoggingConfig: z.optional(z.object({ LogGroup: z.optional(z.string()) })),
});

const Cors = z.object({
  CorsRules: z.array(
    z.object({
      AllowedHeaders: z.optional(strings),
      AllowedMethods: strings,
      AllowedOrigins: strings,
      ExposedHeaders: z.optional(strings),
      MaxAge: z.optional(z.number()),
    }),
  ),
});

const Notifications = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    QueueConfigurations: z._default(
      z.array(
        z.object({
          Events: strings,
          QueueArn: z.string(),
          Filter: z.optional(
            z.object({ Key: z.object({ FilterRules: z.array(z.object({ Name: z.string(), Value: z.string() })) }) }),
          ),
        }),
      ),
      [],
    ),
  }),
});

/** Hidden for 30 s by default, as in SQS. */
const Queue = z.object({
  RedrivePolicy: z.optional(z.object({ maxReceiveCount: z.number() })),
  VisibilityTimeout: z._default(z.number(), 30),
});

const Mapping = z.strictObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z._default(z.number(), 100),
  BisectBatchOnFunctionError: z._default(z.boolean(), false),
  DestinationConfig: z.optional(z.unknown()),
  FilterCriteria: z._default(z.object({ Filters: z.array(z.object({ Pattern: z.string() })) }), { Filters: [] }),
  FunctionResponseTypes: z._default(strings, []),
  MaximumBatchingWindowInSeconds: z._default(z.number(), 0),
  MaximumRecordAgeInSeconds: z._default(z.number(), -1),
  MaximumRetryAttempts: z._default(z.number(), -1),
  MetricsConfig: z.optional(z.unknown()),
  ParallelizationFactor: z.optional(z.number()),
  ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.number() })),
  StartingPosition: z.optional(z.enum(['TRIM_HORIZON', 'LATEST'])),
  Tags: z.optional(z.unknown()),
});

const Rule = z.object({
  ScheduleExpression: z.optional(z.string()),
  EventPattern: z.optional(z.unknown()),
  State: z._default(z.string(), 'ENABLED'),
  Targets: z._default(
    z.array(
      z.object({
        Arn: z.string(),
        Input: z.optional(z.string()),
        DeadLetterConfig: z.optional(z.object({ Arn: z.string() })),
      }),
    ),
    [],
  ),
});

/** Lambda's own defaults for values that the template omits. */
const AsyncCalls = z.object({
  FunctionName: z.string(),
  MaximumRetryAttempts: z._default(z.number(), 2),
  MaximumEventAgeInSeconds: z._default(z.number(), 6 * 3600),
  DestinationConfig: z.optional(z.object({ OnFailure: z.optional(z.object({ Destination: z.string() })) })),
});

/** SES sends events of these types, of mails in this set, to the default bus. */
const MailEvents = z.object({
  ConfigurationSetName: z.string(),
  EventDestination: z.object({
    Enabled: z.boolean(),
    EventBridgeDestination: z.object({ EventBusArn: z.string() }),
    MatchingEventTypes: strings,
  }),
});

const Encryption = z.object({
  ServerSideEncryptionConfiguration: z.array(
    z.object({ ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.optional(z.string()) }) }),
  ),
});

const Bucket = z.object({
  CorsConfiguration: z.optional(Cors),
  ObjectLockEnabled: z.optional(z.boolean()),
  BucketEncryption: z.optional(Encryption),
});

const MailIdentity = z.object({ EmailIdentity: z.string() });
const Parameter = z.object({ Name: z.string(), Value: z.string() });
const Group = z.object({ UserPoolId: z.string(), GroupName: z.string() });
const Client = z.looseObject({ UserPoolId: z.string() });
const RootAdmin = z.looseObject({ ServiceToken: z.string() });

export type TableSpec = z.infer<typeof Table> & { name: string; arn: string };
export type MappingSpec = z.infer<typeof Mapping> & { id: string };
export interface QueueSpec {
  arn: string;
  maxReceiveCount: number;
  visibilitySeconds: number;
}
export interface AsyncRules {
  retries: number;
  maxAgeSeconds: number;
  onFailure: string | undefined;
}
export interface FunctionSpec {
  name: string;
  stack: string;
  file: string;
  exported: string;
  timeoutSeconds: number;
  memoryMegabytes: number;
  environment: Readonly<Record<string, string>>;
  logGroup?: string | undefined;
  /** Maximum concurrent calls, if the template reserves them. */
  reservedConcurrency?: number | undefined;
  asyncRules: AsyncRules;
}
export interface BucketSpec {
  name: string;
  cors: z.infer<typeof Cors>['CorsRules'];
  isLocked: boolean;
  /** ARN of the key that encrypts its objects, when it has one of its own. */
  keyArn: string | undefined;
}

export type LocalPlan = ReturnType<typeof readPlan>;

interface Reader {
  readonly ids: Identities;
  of: (...types: string[]) => readonly Resource[];
  read: <T>(schema: z.ZodMiniType<T>, resource: Resource) => T;
}

/**
 * The resources that this machine needs before it can answer a request, made from the assembly with every reference
 * resolved. `bundles` is the folder of the product's own functions; those that CDK adds run only on AWS.
 */
export function readPlan(assembly: Assembly, ids: Identities, resolve: Resolve, bundles: string) {
  const of = (...types: string[]) => assembly.resources.filter(({ type }) => types.includes(type));
  const read = <T>(schema: z.ZodMiniType<T>, resource: Resource): T => {
    const result = z.safeParse(schema, resolve(resource.properties, resource.stack));
    if (result.success) return result.data;
    throw new Error(`${resource.stack}/${resource.logicalId}: ${z.prettifyError(result.error)}`);
  };
  const reader: Reader = { ids, of, read };
  const functions = functionsOf(reader, bundles);
  const isOwn = (arn: string) => functions.some(({ name }) => name === functionNameOf(arn));

  return {
    region: assembly.region,
    functions,
    ...storageOf(reader),
    ...accountsOf(reader),
    ...eventsOf(reader),
    keys: of('AWS::KMS::Key').map((resource) => ids.attribute(resource, 'Arn')),
    mailIdentities: of('AWS::SES::EmailIdentity').map((resource) => read(MailIdentity, resource).EmailIdentity),
    socketApiId: of('AWS::ApiGatewayV2::Api')
      .filter(({ properties }) => properties['ProtocolType'] === 'WEBSOCKET')
      .map((resource) => ids.ref(resource))[0],
    parameters: Object.fromEntries(
      of('AWS::SSM::Parameter').map((resource) => {
        const { Name, Value } = read(Parameter, resource);
        return [Name, Value];
      }),
    ),
    customResources: assembly.resources
      .filter(({ type }) => type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource')
      .flatMap((resource) => {
        const token = resolve(resource.properties['ServiceToken'], resource.stack);
        if (typeof token !== 'string' || !isOwn(token)) return [];
        const { ServiceToken, ...properties } = read(RootAdmin, resource);
        return [{ id: resource.logicalId, type: resource.type, functionArn: ServiceToken, properties }];
      }),
    siteConfig: siteConfig(assembly, resolve),
  };
}

function functionsOf({ ids, of, read }: Reader, bundles: string): FunctionSpec[] {
  const asyncConfigs = of('AWS::Lambda::EventInvokeConfig').map((resource) => read(AsyncCalls, resource));
  const asyncRulesOf = (name: string): AsyncRules => {
    const config = asyncConfigs.find(({ FunctionName }) => functionNameOf(FunctionName) === name);
    const { MaximumRetryAttempts, MaximumEventAgeInSeconds, DestinationConfig } =
      config ?? z.parse(AsyncCalls, { FunctionName: name });
    return {
      retries: MaximumRetryAttempts,
      maxAgeSeconds: MaximumEventAgeInSeconds,
      onFailure: DestinationConfig?.OnFailure?.Destination,
    };
  };
  return of('AWS::Lambda::Function').flatMap((resource): FunctionSpec[] => {
    if (!resource.functionName) return [];
    const { Handler, Timeout, MemorySize, Environment, LoggingConfig, ...limits } = read(Lambda, resource);
    const [module = 'index', exported = 'handler'] = Handler.split('.');
    return [
      {
        name: ids.ref(resource),
        stack: resource.stack,
        file: join(bundles, resource.functionName, `${module}.mjs`),
        exported,
        timeoutSeconds: Timeout,
        memoryMegabytes: MemorySize,
        environment: Environment?.Variables ?? {},
        logGroup: LoggingConfig?.LogGroup,
        reservedConcurrency: limits.ReservedConcurrentExecutions,
        asyncRules: asyncRulesOf(ids.ref(resource)),
      },
    ];
  });
}

const storageOf = ({ ids, of, read }: Reader) => ({
  tables: of('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
    (resource): TableSpec => ({
      ...read(Table, resource),
      name: ids.ref(resource),
      arn: ids.attribute(resource, 'Arn'),
    }),
  ),
  buckets: of('AWS::S3::Bucket').map((resource): BucketSpec => {
    const { CorsConfiguration, ObjectLockEnabled, BucketEncryption } = read(Bucket, resource);
    const [encryption] = BucketEncryption?.ServerSideEncryptionConfiguration ?? [];
    return {
      name: ids.ref(resource),
      cors: CorsConfiguration?.CorsRules ?? [],
      isLocked: ObjectLockEnabled ?? false,
      keyArn: encryption?.ServerSideEncryptionByDefault.KMSMasterKeyID,
    };
  }),
  notifications: of('Custom::S3BucketNotifications').map((resource) => {
    const { BucketName, NotificationConfiguration } = read(Notifications, resource);
    return { bucket: BucketName, queues: NotificationConfiguration.QueueConfigurations };
  }),
});

const accountsOf = ({ ids, of, read }: Reader) => ({
  pools: of('AWS::Cognito::UserPool').map((resource) => ({
    id: ids.ref(resource),
    properties: read(z.record(z.string(), z.unknown()), resource),
  })),
  clients: of('AWS::Cognito::UserPoolClient').map((resource) => {
    const properties = read(Client, resource);
    return { id: ids.ref(resource), poolId: properties.UserPoolId, properties };
  }),
  groups: of('AWS::Cognito::UserPoolGroup').map((resource) => {
    const { UserPoolId, GroupName } = read(Group, resource);
    return { poolId: UserPoolId, name: GroupName };
  }),
});

const eventsOf = ({ ids, of, read }: Reader) => ({
  queues: of('AWS::SQS::Queue').map((resource): QueueSpec => {
    const { RedrivePolicy, VisibilityTimeout } = read(Queue, resource);
    const maxReceiveCount = RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    return { arn: ids.attribute(resource, 'Arn'), maxReceiveCount, visibilitySeconds: VisibilityTimeout };
  }),
  mappings: of('AWS::Lambda::EventSourceMapping').map(
    (resource): MappingSpec => ({ ...read(Mapping, resource), id: resource.logicalId }),
  ),
  schedules: of('AWS::Events::Rule').flatMap((resource) => {
    const { ScheduleExpression, State, Targets } = read(Rule, resource);
    if (!ScheduleExpression || State !== 'ENABLED') return [];
    const arn = ids.attribute(resource, 'Arn');
    return [{ name: ids.ref(resource), arn, expression: ScheduleExpression, targets: Targets }];
  }),
  rules: of('AWS::Events::Rule').flatMap((resource) => {
    const { EventPattern, State, Targets } = read(Rule, resource);
    if (!EventPattern || State !== 'ENABLED') return [];
    const [arn, pattern] = [ids.attribute(resource, 'Arn'), JSON.stringify(EventPattern)];
    return [{ arn, pattern, targets: Targets.map(({ Arn }) => Arn) }];
  }),
  mailEvents: of('AWS::SES::ConfigurationSetEventDestination').flatMap((resource) => {
    const { ConfigurationSetName, EventDestination } = read(MailEvents, resource);
    const { Enabled, MatchingEventTypes } = EventDestination;
    return Enabled ? [{ configurationSet: ConfigurationSetName, types: MatchingEventTypes }] : [];
  }),
});

export function functionNameOf(arn: string): string {
  return /function:([\w-]+)/.exec(arn)?.[1] ?? arn;
}

/** `/config.json`, which a deployment of the site writes from the values of other stacks. */
function siteConfig({ outputs }: Assembly, resolve: Resolve): Record<string, unknown> {
  const [, output] = [...outputs].find(([name]) => name.endsWith('.SiteConfig')) ?? [];
  const content = output ? resolve(output.value, output.stack) : '{}';
  return z.parse(z.record(z.string(), z.unknown()), JSON.parse(String(content)));
}
