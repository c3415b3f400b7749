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
import type { RunningServer } from './http-server.ts';
import { type QueueOptions, startJsonService } from './json-services.ts';
import { startPushService } from './push-service.ts';
import { startSes } from './ses.ts';

export type Services = Awaited<ReturnType<typeof startServices>>;

interface Options extends Omit<QueueOptions, 'queues'> {
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
  onEvent: (event: unknown) => void;
}

/**
 * Starts the emulators of Cognito, S3, SES, SQS, Systems Manager and the key service with their resources of the
 * template.
 */
export async function startServices(options: Options) {
  const { plan, dataFolder, env, clock, guards, onMessage, onHide } = options;
  const { now } = clock;
  const endpoints: Record<string, string> = { DYNAMODB: options.dynamoDb };
  const running: RunningServer[] = [];
  const started = async <T extends RunningServer>(service: string, start: () => Promise<T>) => {
    const given = env[`AWS_ENDPOINT_URL_${service}`];
    const own = given ? undefined : await start();
    endpoints[service] = own?.endpoint ?? given ?? '';
    if (own) running.push(own);
    return own;
  };

  const cognito = await started('COGNITO_IDENTITY_PROVIDER', () => cognitoOf(options));
  const s3 = await started('S3', () => s3Of(options));
  const events = { region: plan.region, sets: plan.mailEvents, publish: options.onEvent };
  const file = join(dataFolder, 'mails.jsonl');
  const ses = await started('SES', () => startSes({ file, now, guard: guards.ses, events }));
  const keys = { keys: plan.keys, file: join(dataFolder, 'kms.json') };
  const queues = { queues: plan.queues.map(({ arn }) => arn), onMessage, onHide };
  await started('SSM', () => startJsonService('SSM', plan, guards.ssm));
  await started('KMS', () => startJsonService('KMS', keys, guards.kms));
  await started('SQS', () => startJsonService('SQS', queues, guards.sqs));
  const push = await startPushService(now);
  running.push(push);

  const { COGNITO_IDENTITY_PROVIDER: cognitoEndpoint = '', S3: s3Endpoint = '' } = endpoints;
  if (!s3) await createBuckets(plan.buckets, s3Endpoint, plan.region);
  const addresses = Object.entries(endpoints).map(([service, endpoint]) => [`AWS_ENDPOINT_URL_${service}`, endpoint]);
  return {
    cognito: cognitoEndpoint,
    s3: s3Endpoint,
    /** Absent when mails go elsewhere. */
    ses,
    push,
    /** `AWS_ENDPOINT_URL_<SERVICE>` for the functions, and the address of the push service. */
    environment: { ...Object.fromEntries(addresses), PUSH_SERVICE_URL: push.endpoint },
    jwks: (issuer: string) => jwksOf(issuer, cognito, cognitoEndpoint),
    async close() {
      await Promise.all(running.map(async (one) => one.close()));
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
