import type { LocalPlan, TableSpec } from '../assembly/plan.ts';
import type { RunningServer } from '../emulators/http-server.ts';
import { type JsonGuard, ServiceError } from '../emulators/json-protocol.ts';
import { S3Error } from '../emulators/s3/error.ts';
import type { S3Guard } from '../emulators/s3/s3.ts';
import type { SesGuard } from '../emulators/ses.ts';
import type { Access, Refused, Want } from './access.ts';
import { dynamoDbWants, type TableKeys } from './dynamodb-calls.ts';
import { startDynamoDbGuard } from './dynamodb-guard.ts';
import { s3Wants, seesMissing } from './s3-calls.ts';
import { serviceCalls } from './service-calls.ts';

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
    /** Starts the guard of DynamoDB Local, which has none of its own. */
    dynamoDb: (target: string): Promise<RunningServer> =>
      startDynamoDbGuard({
        target,
        judge: access.judge,
        wants: (operation, input) => dynamoDbWants(operation, input, tableNamed(plan.tables)),
      }),
  };
}

/** SES answers in the words of the older services. */
const sesCodes: Readonly<Record<Refused['code'], string>> = {
  AccessDeniedException: 'AccessDenied',
  MissingAuthenticationTokenException: 'MissingAuthenticationToken',
  UnrecognizedClientException: 'InvalidClientTokenId',
};

/** Finds a table by its name; its keys as calls need them. */
function tableNamed(tables: readonly Pick<TableSpec, 'name' | 'arn' | 'KeySchema' | 'GlobalSecondaryIndexes'>[]) {
  const known = new Map(
    tables.map(({ name, arn, KeySchema, GlobalSecondaryIndexes = [] }): [string, TableKeys] => {
      const indexes = GlobalSecondaryIndexes.map((index) => [index.IndexName, partitionKeyOf(index.KeySchema)]);
      return [name, { arn, partitionKey: partitionKeyOf(KeySchema), indexes: Object.fromEntries(indexes) }];
    }),
  );
  return (name: string): TableKeys => {
    const table = known.get(name);
    if (!table) throw new Error(`There is no table ${name}.`);
    return table;
  };
}

const partitionKeyOf = (keys: TableSpec['KeySchema']) =>
  keys.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
