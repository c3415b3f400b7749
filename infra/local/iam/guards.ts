import type { LocalPlan, TableSpec } from '../assembly/plan.ts';
import { type DatabaseFaults, openDatabaseFaults } from '../database/faults.ts';
import { openReadMeter, type ReadMeter } from '../database/read-meter.ts';
import { openWriteMeter, type WriteMeter } from '../database/write-meter.ts';
import { writesIn } from '../database/writes.ts';
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
