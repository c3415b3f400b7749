import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { S3Client } from '@aws-sdk/client-s3';
import { SESClient } from '@aws-sdk/client-ses';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { inject } from 'vitest';
import { startCognito } from '#infra/local/emulators/cognito/cognito.ts';
import { listen } from '#infra/local/emulators/http-server.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import { startS3 } from '#infra/local/emulators/s3/s3.ts';
import { startSes } from '#infra/local/emulators/ses.ts';
import { operatorKey } from '#infra/local/iam/keys.ts';
import { accessKeyOf } from '#test/support/table.ts';
import { breakable } from './faults.ts';

const region = 'eu-west-3';
export const poolId = `${region}_PROOFS001`;
export const passwordClientId = 'proofclient001';
export const keyArn = 'arn:aws:kms:eu-west-3:000000000000:key/second';
/** So many tries of a call, without the pauses between them: those are most of a run under faults. */
const tries = (count: number) => ({ retryStrategy: new ConfiguredRetryStrategy(count, 0) });

/** Where files of members are kept once they are scanned. */
export const memberBuckets = ['identity', 'private', 'media'] as const;

/**
 * The services of AWS that the product calls, emulated in this process, with clients of the table of this name; `close`
 * ends them and forgets everything.
 */
export async function startAws(tableName: string, proven: () => Error) {
  const folder = mkdtempSync(join(tmpdir(), 'prove-'));
  const [cognito, s3, ses, kms, gateway] = await Promise.all([
    startCognito({ region, invokeTrigger: () => Promise.reject(proven()) }),
    startS3({ dir: join(folder, 's3'), onObjectCreated: () => {} }),
    startSes(),
    startJsonService('KMS', { keys: [keyArn], file: join(folder, 'kms.json') }),
    // No socket is open: each one that the table names is gone.
    listen(async (_request, response) => void response.writeHead(410).end()),
  ]);
  cognito.ensurePool({ id: poolId, properties: poolProperties });
  cognito.ensureClient({ id: passwordClientId, poolId, properties: clientProperties });
  cognito.ensureGroup({ poolId, name: 'admin' });
  for (const bucket of memberBuckets) s3.ensureBucket(bucket);
  s3.ensureBucket('log', { isLocked: true });

  const local = { region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };
  const address = {
    table: {
      region,
      endpoint: inject('dynamoDbEndpoint'),
      credentials: { ...local.credentials, accessKeyId: accessKeyOf(tableName) },
    },
    pool: { ...local, endpoint: cognito.endpoint },
    files: { region, endpoint: s3.endpoint, credentials: operatorKey, forcePathStyle: true },
    mail: { ...local, endpoint: ses.endpoint },
    keys: { ...local, endpoint: kms.endpoint },
    sockets: { ...local, endpoint: gateway.endpoint },
  };
  return {
    /**
     * Clients with the product's retries. A fault of the running operation is injected between each and its service.
     */
    broken: {
      table: breakable(new DynamoDBClient({ ...address.table, ...tries(4) }), 'DynamoDB'),
      pool: breakable(new CognitoIdentityProviderClient({ ...address.pool, ...tries(2) }), 'Cognito'),
      files: breakable(
        new S3Client({ ...address.files, ...tries(3), requestChecksumCalculation: 'WHEN_REQUIRED' }),
        'S3',
      ),
      mail: breakable(new SESClient({ ...address.mail, ...tries(2) }), 'SES'),
      keys: breakable(new KMSClient({ ...address.keys, ...tries(2) }), 'KMS'),
      sockets: breakable(new ApiGatewayManagementApiClient({ ...address.sockets, ...tries(1) }), 'Gateway'),
    },
    /** The same services for the tests themselves. */
    sound: {
      table: new DynamoDBClient(address.table),
      pool: new CognitoIdentityProviderClient(address.pool),
      files: new S3Client(address.files),
    },
    async close() {
      await Promise.all([cognito, s3, ses, kms, gateway].map((server) => server.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const poolProperties = {
  UsernameAttributes: ['email'],
  AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
  Policies: { PasswordPolicy: { MinimumLength: 6 } },
  LambdaConfig: { PreTokenGenerationConfig: { LambdaArn: 'pre-token', LambdaVersion: 'V2_0' } },
};
const clientProperties = {
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
  PreventUserExistenceErrors: 'ENABLED',
  AccessTokenValidity: 15,
  IdTokenValidity: 15,
  RefreshTokenValidity: 43_200,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
};
