import type { IncomingHttpHeaders } from 'node:http';
import { addressParser } from 'postal-mime';
import * as z from 'zod/mini';
import type { LocalPlan, TableSpec } from '#infra/local/assembly/plan.ts';
import { type DatabaseFaults, openDatabaseFaults } from '#infra/local/database/faults.ts';
import { openReadMeter, openWriteMeter, type ReadMeter, type WriteMeter } from '#infra/local/database/unit-meter.ts';
import { writesIn } from '#infra/local/database/writes.ts';
import type { RunningServer } from '#infra/local/emulators/http-server.ts';
import { type JsonGuard, ServiceError } from '#infra/local/emulators/json-protocol.ts';
import type { S3Guard } from '#infra/local/emulators/s3/s3.ts';
import { S3Error } from '#infra/local/emulators/s3/store.ts';
import type { SesGuard } from '#infra/local/emulators/ses.ts';
import { elements, unescapeMarkup } from '#infra/local/emulators/xml.ts';
import { localAccount } from '../assembly/physical-ids.ts';
import { keyOfSealed } from '../emulators/json-services.ts';
import type { Access, Refused, Want } from './access.ts';
import { startDynamoDbGuard } from './dynamodb-guard.ts';

const Pool = z.object({ UserPoolId: z.string() });
const Sealing = z.object({
  KeyId: z.optional(z.string()),
  CiphertextBlob: z.optional(z.string()),
  EncryptionContext: z._default(z.record(z.string(), z.string()), {}),
});
const Message = z.object({ QueueUrl: z.string() });
const Parameter = z.object({ Name: z.string() });

/**
 * The rights that calls of the smaller services need. `mailIdentities` are the verified addresses and domains of the
 * templates.
 */
function serviceCalls(region: string, mailIdentities: readonly string[]) {
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${localAccount}:${rest}`;

  return {
    /** Undefined for what members do without a key of AWS: signing in, refreshing their session. */
    cognito: (operation: string, input: unknown): Want[] | undefined => {
      if (!operation.startsWith('Admin')) return undefined;
      const { UserPoolId } = z.parse(Pool, input);
      return [{ action: `cognito-idp:${operation}`, resource: arn('cognito-idp', `userpool/${UserPoolId}`) }];
    },

    kms: (operation: string, input: unknown): Want[] => {
      const { KeyId, CiphertextBlob, EncryptionContext } = z.parse(Sealing, input);
      const names = Object.keys(EncryptionContext);
      const known = {
        ...Object.fromEntries(names.map((name) => [`kms:EncryptionContext:${name}`, EncryptionContext[name] ?? ''])),
        'kms:EncryptionContextKeys': names,
      };
      const resource = CiphertextBlob === undefined ? (KeyId ?? '') : keyOfSealed(CiphertextBlob);
      return [{ action: `kms:${operation}`, resource, known }];
    },

    ssm: (operation: string, input: unknown): Want[] => {
      const { Name } = z.parse(Parameter, input);
      return [{ action: `ssm:${operation}`, resource: arn('ssm', `parameter/${Name.replace(/^\//, '')}`) }];
    },

    sqs: (operation: string, input: unknown): Want[] => {
      const name = z.parse(Message, input).QueueUrl.split('/').at(-1) ?? '';
      return [{ action: `sqs:${operation}`, resource: arn('sqs', name) }];
    },

    /** A mail needs the right on the identity of its sender and on the configuration set that it names. */
    ses: (action: string, form: URLSearchParams): Want[] => {
      if (action === 'GetSendQuota') return [{ action: 'ses:GetSendQuota', resource: '*' }];
      const [sender] = addressParser(form.get('Source') ?? '').flatMap((one) => one.group ?? [one]);
      const from = sender?.address ?? '';
      const domain = from.split('@')[1] ?? '';
      const set = form.get('ConfigurationSetName');
      const known = { 'ses:FromAddress': from };
      const resources = [
        arn('ses', `identity/${mailIdentities.includes(from) ? from : domain}`),
        ...(set ? [arn('ses', `configuration-set/${set}`)] : []),
      ];
      return resources.map((resource) => ({ action: `ses:${action}`, resource, known }));
    },

    /** `path` is `/<stage>/@connections/<id>` of the API with this id. */
    connections: (apiId: string, method: string, path: string): Want[] => {
      const [, stage = '', rest = ''] = /^\/([^/]+)\/(.*)$/.exec(path) ?? [];
      const resource = arn('execute-api', `${apiId}/${stage}/${method}/${rest}`);
      return [{ action: 'execute-api:ManageConnections', resource }];
    },
  };
}

export interface S3Call {
  readonly method: string;
  readonly bucket: string;
  /** Empty for a call on the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly exists: boolean;
}

const arnOf = (bucket: string, key?: string) => `arn:aws:s3:::${bucket}${key === undefined ? '' : `/${key}`}`;

/**
 * The rights that a call of S3 needs: its own, and that of the key behind an encrypted bucket, which S3 uses in the
 * caller's name. `keyOf` gives the key of a bucket, if it has one of its own.
 * Source: Amazon S3 User Guide, "Required permissions for Amazon S3 API operations".
 */
export function s3Wants(call: S3Call, keyOf: (bucket: string) => string | undefined, region: string): Want[] {
  const { method, bucket, key, query, headers, exists } = call;
  const sealing = (action: string, inBucket: string): Want[] => {
    const resource = keyOf(inBucket);
    const known = {
      'kms:ViaService': `s3.${region}.amazonaws.com`,
      'kms:EncryptionContext:aws:s3:arn': arnOf(inBucket),
      'kms:EncryptionContextKeys': 'aws:s3:arn',
    };
    return resource === undefined ? [] : [{ action, resource, known }];
  };

  if (key === '') {
    if (method === 'POST' && query.has('delete'))
      return elements(call.body.toString(), 'Object')
        .flatMap((object) => elements(object, 'Key').map(unescapeMarkup))
        .map((one) => ({ action: 's3:DeleteObject', resource: arnOf(bucket, one) }));
    const prefix = query.get('prefix');
    if (query.has('versions')) return [{ action: 's3:ListBucketVersions', resource: arnOf(bucket) }];
    return [
      { action: 's3:ListBucket', resource: arnOf(bucket), known: prefix === null ? {} : { 's3:prefix': prefix } },
    ];
  }
  const resource = arnOf(bucket, key);
  switch (method) {
    case 'PUT': {
      const condition = headers['if-none-match'];
      const put: Want = { action: 's3:PutObject', resource, known: condition ? { 's3:if-none-match': condition } : {} };
      const source = headers['x-amz-copy-source'];
      const read: Want[] = source
        ? [{ action: 's3:GetObject', resource: arnOf(decodeURIComponent(String(source)).replace(/^\//, '')) }]
        : [];
      return [put, ...read, ...sealing('kms:GenerateDataKey', bucket)];
    }
    case 'DELETE':
      return [{ action: query.has('versionId') ? 's3:DeleteObjectVersion' : 's3:DeleteObject', resource }];
    default:
      return [{ action: 's3:GetObject', resource }, ...(exists ? sealing('kms:Decrypt', bucket) : [])];
  }
}

const seesMissing = (bucket: string): Want => ({ action: 's3:ListBucket', resource: arnOf(bucket) });

/** A table as its keys are known: the partition key, and that of each index. */
export interface TableKeys {
  readonly arn: string;
  readonly partitionKey: string;
  readonly indexes: Readonly<Record<string, string>>;
}

const Attributes = z.record(z.string(), z.record(z.string(), z.unknown()));
const OneItem = z.object({ TableName: z.string(), Key: z.optional(Attributes), Item: z.optional(Attributes) });
const Query = z.object({
  TableName: z.string(),
  IndexName: z.optional(z.string()),
  KeyConditionExpression: z.optional(z.string()),
  ExpressionAttributeNames: z._default(z.record(z.string(), z.string()), {}),
  ExpressionAttributeValues: z._default(Attributes, {}),
});
const TableOnly = z.object({ TableName: z.string(), IndexName: z.optional(z.string()) });
const Parts = z.object({ TransactItems: z.array(z.record(z.string(), OneItem)) });
const BatchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(Attributes) })) });
const BatchWrite = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.object({
        PutRequest: z.optional(z.object({ Item: Attributes })),
        DeleteRequest: z.optional(z.object({ Key: Attributes })),
      }),
    ),
  ),
});

const singles = new Set(['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
/** A transaction needs the right of each of its parts; there is none for a transaction itself. */
const partActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/**
 * The rights that a call of DynamoDB needs. An operation without a case here needs the right of its name on the table.
 * Source: Service Authorization Reference, "Actions, resources, and condition keys for Amazon DynamoDB"; Developer
 * Guide, "Using IAM with DynamoDB transactions".
 */
export function dynamoDbWants(operation: string, input: unknown, tableOf: (name: string) => TableKeys): Want[] {
  const want = (action: string, name: string, leadingKeys: readonly string[], index?: string): Want => ({
    action: `dynamodb:${action}`,
    resource: index === undefined ? tableOf(name).arn : `${tableOf(name).arn}/index/${index}`,
    known: { 'dynamodb:LeadingKeys': leadingKeys },
  });
  const item = (action: string, { TableName, Key, Item }: z.infer<typeof OneItem>) =>
    want(action, TableName, keysIn([Key ?? Item ?? {}], tableOf(TableName).partitionKey));

  if (singles.has(operation)) return [item(operation, z.parse(OneItem, input))];
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return z
        .parse(Parts, input)
        .TransactItems.flatMap((part) => Object.entries(part))
        .map(([kind, content]) => {
          const { known, ...part } = item(partActions[kind] ?? kind, content);
          return { ...part, known: { ...known, 'dynamodb:EnclosingOperation': operation } };
        });
    case 'BatchGetItem':
      return Object.entries(z.parse(BatchGet, input).RequestItems).map(([name, { Keys }]) =>
        want(operation, name, keysIn(Keys, tableOf(name).partitionKey)),
      );
    case 'BatchWriteItem':
      return Object.entries(z.parse(BatchWrite, input).RequestItems).map(([name, requests]) => {
        const items = requests.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {});
        return want(operation, name, keysIn(items, tableOf(name).partitionKey));
      });
    case 'Query': {
      const query = z.parse(Query, input);
      const { partitionKey, indexes } = tableOf(query.TableName);
      const key = query.IndexName === undefined ? partitionKey : (indexes[query.IndexName] ?? '');
      return [want(operation, query.TableName, queriedKeys(query, key), query.IndexName)];
    }
    default: {
      const { TableName, IndexName } = z.parse(TableOnly, input);
      return [want(operation, TableName, [], IndexName)];
    }
  }
}

const keysIn = (items: readonly z.infer<typeof Attributes>[], name: string): string[] =>
  items.flatMap((attributes) => textOf(attributes[name]));

/** The value of `<key> = :value` in the condition of a query, its name written out or behind a `#`. */
function queriedKeys(query: z.infer<typeof Query>, key: string): string[] {
  const { KeyConditionExpression = '', ExpressionAttributeNames, ExpressionAttributeValues } = query;
  return [...KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)]
    .filter(([, name = '']) => (ExpressionAttributeNames[name] ?? name) === key)
    .flatMap(([, , value = '']) => textOf(ExpressionAttributeValues[value]));
}

/** `{ S: 'x' }` → `x`. */
const textOf = (attribute: Readonly<Record<string, unknown>> | undefined): string[] =>
  Object.values(attribute ?? {}).map(String);

export type Guards = ReturnType<typeof openGuards>;

/** A guard for each service of this machine: it refuses, in the service's own form, what the caller may not do. */
export function openGuards(plan: LocalPlan, access: Access) {
  const calls = serviceCalls(plan.region, plan.mailIdentities);
  const json =
    (wantsOf: (operation: string, input: unknown) => Want[] | undefined): JsonGuard =>
    ({ accessKeyId, operation, input }) => {
      const wants = wantsOf(operation, input);
      const refused = wants && access.judge(accessKeyId, wants);
      if (refused) throw new ServiceError(refused.code, refused.message);
    };

  const ses: SesGuard = ({ accessKeyId, action, form }) => {
    const refused = access.judge(accessKeyId, calls.ses(action, form));
    if (refused) throw new ServiceError(sesCodes[refused.code], refused.message);
  };

  const keys = new Map(plan.buckets.map(({ name, keyArn }) => [name, keyArn]));
  const s3: S3Guard = {
    secretOf: access.secretOf,
    check: ({ accessKeyId, ...call }) => {
      const refused = access.judge(
        accessKeyId,
        s3Wants(call, (bucket) => keys.get(bucket), plan.region),
      );
      if (refused) throw new S3Error(403, 'AccessDenied', refused.message);
      const isMissing = call.key !== '' && !call.exists && (call.method === 'GET' || call.method === 'HEAD');
      if (isMissing && access.lacks(accessKeyId, seesMissing(call.bucket)))
        throw new S3Error(403, 'AccessDenied', 'Access Denied');
    },
  };

  return {
    cognito: json(calls.cognito),
    kms: json(calls.kms),
    sqs: json(calls.sqs),
    ssm: json(calls.ssm),
    ses,
    s3,
    /** The text of a refusal at the `@connections` address of the socket. */
    connections: (accessKeyId: string | undefined, method: string, path: string): string | undefined =>
      access.judge(accessKeyId, calls.connections(plan.socketApiId ?? '', method, path))?.message,
    /** Starts the guard of DynamoDB Local, which has no rights, faults or limits of its own. */
    dynamoDb: (target: string, report: (line: string) => void) => guardTable(target, { plan, access, report }),
  };
}

export type GuardedTable = RunningServer & {
  readonly faults: DatabaseFaults;
  readonly writes: WriteMeter;
  readonly reads: ReadMeter;
};

async function guardTable(
  target: string,
  { plan, access, report }: { plan: LocalPlan; access: Access; report: (line: string) => void },
): Promise<GuardedTable> {
  const keysOf = tableNamed(plan.tables);
  const faults = openDatabaseFaults((name) => plan.tables.find((table) => table.name === name) ?? noTable(name));
  const reads = openReadMeter({ report });
  const writes = openWriteMeter({ partitionKeyOf: (name) => keysOf(name).partitionKey, report });
  const server = await startDynamoDbGuard({
    target,
    judge: access.judge,
    wants: (operation, input) => dynamoDbWants(operation, input, keysOf),
    async meet(call, ask) {
      const reply = await faults.meet(call, ask);
      if (!reply) writes.count(writesIn(call.operation, call.input));
      return reply;
    },
    heard: (call, answer) => reads.count(call, answer),
    isCut: () => faults.present().mode === 'killed',
  });
  return { ...server, faults, writes, reads };
}

/** SES answers in the words of the older services. */
const sesCodes: Readonly<Record<Refused['code'], string>> = {
  AccessDeniedException: 'AccessDenied',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  UnrecognizedClientException: 'InvalidClientTokenId',
};

function tableNamed(tables: readonly Pick<TableSpec, 'name' | 'arn' | 'KeySchema' | 'GlobalSecondaryIndexes'>[]) {
  const known = new Map(
    tables.map(({ name, arn, KeySchema, GlobalSecondaryIndexes = [] }): [string, TableKeys] => {
      const indexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, partitionKeyOf(index.KeySchema)]);
      return [name, { arn, partitionKey: partitionKeyOf(KeySchema), indexes: Object.fromEntries(indexes) }];
    }),
  );
  return (name: string): TableKeys => known.get(name) ?? noTable(name);
}

function noTable(name: string): never {
  throw new Error(`There is no table ${name}.`);
}

const partitionKeyOf = (keys: TableSpec['KeySchema']) =>
  keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
