import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { LocalPlan } from '#infra/local/assembly/plan.ts';
import { createBuckets } from '#infra/local/assembly/provision.ts';
import type { Clock } from '#infra/local/clock.ts';
import type { Invoke } from '#infra/local/compute/invoke.ts';
import type { Jwks } from '#infra/local/compute/jwt-authorizer.ts';
import { type Cognito, startCognito } from '#infra/local/emulators/cognito/cognito.ts';
import { type ObjectCreated, type S3, startS3 } from '#infra/local/emulators/s3/s3.ts';
import type { Guards } from '#infra/local/iam/guards.ts';
import { listen, type RunningServer } from './http-server.ts';
import { answerJson, type JsonGuard, operation, ServiceError } from './json-protocol.ts';
import { startKms } from './kms.ts';
import { type PushServiceStandIn, startPushService } from './push-service.ts';
import { type Ses, startSes } from './ses.ts';

/** Systems Manager's Parameter Store, read only: the values that the stacks of the template write on AWS. */
export function startSsm(options: {
  parameters: Readonly<Record<string, string>>;
  port?: number;
  guard?: JsonGuard;
}): Promise<RunningServer> {
  const operations = {
    GetParameter: operation(z.object({ Name: z.string() }), ({ Name }) => {
      const Value = options.parameters[Name];
      if (Value === undefined) throw new ServiceError('ParameterNotFound', `Parameter ${Name} not found.`);
      return { Parameter: { Name, Value, Type: 'String', Version: 1, DataType: 'text' } };
    }),
  };
  return listen((request, response) => answerJson(operations, request, response, options.guard), options.port);
}

const largestBody = 1_048_576;
const longestHidden = 43_200;
const longestDelay = 900;

const NewMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z._default(z.number().check(z.minimum(0), z.maximum(longestDelay)), 0),
});

/**
 * The Simple Queue Service, as far as functions use it: SendMessage and ChangeMessageVisibility. A sent message goes to
 * `onMessage` with the ARN of its queue; the event source mappings (`events/queue.ts`) receive.
 */
export function startSqs(options: {
  queues: readonly string[];
  onMessage: (arn: string, body: string, delaySeconds: number) => void;
  onHide: (arn: string, receiptHandle: string, seconds: number) => boolean;
  port?: number;
  guard?: JsonGuard;
}): Promise<RunningServer> {
  const known = new Map(options.queues.map((arn) => [nameOf(arn, ':'), arn]));
  const arnOf = (queueUrl: string) => {
    const arn = known.get(nameOf(queueUrl, '/'));
    if (!arn) throw new ServiceError('QueueDoesNotExist', 'The specified queue does not exist.');
    return arn;
  };
  const operations = {
    ChangeMessageVisibility: operation(
      z.object({
        QueueUrl: z.string(),
        ReceiptHandle: z.string(),
        VisibilityTimeout: z.number().check(z.minimum(0), z.maximum(longestHidden)),
      }),
      ({ QueueUrl, ReceiptHandle, VisibilityTimeout }) => {
        if (!options.onHide(arnOf(QueueUrl), ReceiptHandle, VisibilityTimeout))
          throw new ServiceError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
        return {};
      },
    ),
    SendMessage: operation(NewMessage, ({ QueueUrl, MessageBody, DelaySeconds }) => {
      const arn = arnOf(QueueUrl);
      if (MessageBody === '')
        throw new ServiceError('MissingParameter', 'The request must contain the parameter MessageBody.');
      if (Buffer.byteLength(MessageBody) > largestBody)
        throw new ServiceError(
          'InvalidParameterValue',
          `One or more parameters are invalid. Reason: Message must be shorter than ${largestBody} bytes.`,
        );
      options.onMessage(arn, MessageBody, DelaySeconds);
      return { MessageId: randomUUID(), MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
    }),
  };
  return listen((request, response) => answerJson(operations, request, response, options.guard), options.port);
}

const nameOf = (address: string, separator: string): string => address.split(separator).at(-1) ?? '';

export interface Services {
  readonly cognito: string;
  readonly s3: string;
  /** Absent when mails go elsewhere. */
  readonly ses: Ses | undefined;
  readonly push: PushServiceStandIn;
  /** `AWS_ENDPOINT_URL_<SERVICE>` for the functions, and the address of the push service. */
  readonly environment: Readonly<Record<string, string>>;
  jwks: (issuer: string) => Promise<Jwks>;
  close: () => Promise<void>;
}

interface Options {
  plan: LocalPlan;
  dataFolder: string;
  clock: Clock;
  /** `AWS_ENDPOINT_URL_<SERVICE>` set before the start replaces the emulator of that service. */
  env: NodeJS.ProcessEnv;
  dynamoDb: string;
  guards: Guards;
  limited: () => boolean;
  invoke: Invoke;
  onObjectCreated: (event: ObjectCreated) => void;
  onMessage: (arn: string, body: string, delaySeconds: number) => void;
  onHide: (arn: string, receiptHandle: string, seconds: number) => boolean;
  onEvent: (event: unknown) => void;
}

/**
 * Starts the emulators of Cognito, S3, SES, SQS, Systems Manager and the key service with their resources of the
 * template.
 */
export async function startServices(options: Options): Promise<Services> {
  const { plan, env, clock, guards } = options;
  const given = (service: string) => env[`AWS_ENDPOINT_URL_${service}`];
  const { now } = clock;

  const cognito = given('COGNITO_IDENTITY_PROVIDER') ? undefined : await cognitoOf(options);
  const s3 = given('S3') ? undefined : await s3Of(options);
  const ses = given('SES')
    ? undefined
    : await startSes({
        file: join(options.dataFolder, 'mails.jsonl'),
        now,
        guard: guards.ses,
        events: { region: plan.region, sets: plan.mailEvents, publish: options.onEvent },
      });
  const ssm = given('SSM') ? undefined : await startSsm({ parameters: plan.parameters, guard: guards.ssm });

  const kms = given('KMS')
    ? undefined
    : await startKms({ keys: plan.keys, file: join(options.dataFolder, 'kms.json'), guard: guards.kms });

  const queues = plan.queues.map(({ arn }) => arn);
  const { onMessage, onHide } = options;
  const sqs = given('SQS') ? undefined : await startSqs({ queues, onMessage, onHide, guard: guards.sqs });

  const push = await startPushService(now);

  const address = (running: { endpoint: string } | undefined, service: string) =>
    running?.endpoint ?? given(service) ?? '';
  const addresses = {
    DYNAMODB: options.dynamoDb,
    COGNITO_IDENTITY_PROVIDER: address(cognito, 'COGNITO_IDENTITY_PROVIDER'),
    S3: address(s3, 'S3'),
    SES: address(ses, 'SES'),
    SSM: address(ssm, 'SSM'),
    KMS: address(kms, 'KMS'),
    SQS: address(sqs, 'SQS'),
  };
  if (!s3) await createBuckets(plan.buckets, addresses.S3, plan.region);

  return {
    cognito: addresses.COGNITO_IDENTITY_PROVIDER,
    s3: addresses.S3,
    ses,
    push,
    environment: {
      ...Object.fromEntries(
        Object.entries(addresses).map(([service, endpoint]) => [`AWS_ENDPOINT_URL_${service}`, endpoint]),
      ),
      PUSH_SERVICE_URL: push.endpoint,
    },
    jwks: (issuer) => jwksOf(issuer, cognito, addresses.COGNITO_IDENTITY_PROVIDER),
    async close() {
      await Promise.all([cognito, s3, ses, ssm, kms, sqs, push].map(async (running) => running?.close()));
    },
  };
}

async function cognitoOf({ plan, dataFolder, clock, guards, limited, invoke }: Options): Promise<Cognito> {
  const cognito = await startCognito({
    file: join(dataFolder, 'cognito.json'),
    now: clock.now,
    region: plan.region,
    guard: guards.cognito,
    limited,
    invokeTrigger: async (functionRef, event) => {
      const outcome = await invoke(functionRef, event);
      if (!outcome.ok) throw new Error(outcome.error.errorMessage);
      return outcome.result;
    },
  });
  for (const pool of plan.pools) cognito.ensurePool(pool);
  for (const client of plan.clients) cognito.ensureClient(client);
  for (const group of plan.groups) cognito.ensureGroup(group);
  return cognito;
}

async function s3Of({ plan, dataFolder, clock, guards, onObjectCreated }: Options): Promise<S3> {
  const s3 = await startS3({ dir: join(dataFolder, 's3'), now: clock.now, onObjectCreated, guard: guards.s3 });
  for (const { name, cors, isLocked } of plan.buckets) s3.ensureBucket(name, { cors: { CorsRules: cors }, isLocked });
  return s3;
}

/** The keys of a pool. An issuer is `https://cognito-idp.<region>.amazonaws.com/<pool id>`. */
async function jwksOf(issuer: string, cognito: Cognito | undefined, endpoint: string): Promise<Jwks> {
  const poolId = issuer.split('/').at(-1) ?? '';
  if (cognito) return cognito.jwks(poolId);
  const answer = await fetch(`${endpoint}/${poolId}/.well-known/jwks.json`);
  return z.parse(z.object({ keys: z.array(z.custom<Jwks['keys'][number]>()) }), await answer.json());
}
