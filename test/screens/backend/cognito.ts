import { inject } from 'vitest';
import { readParameter } from '#functions/platform/aws/parameter.ts';
import type { Table } from '#functions/platform/table.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import { gatewaySettings } from '../../support/gateway-event.ts';
import { accessKeyOf } from '../../support/table.ts';
import type { Visitor } from './visitor.ts';

interface Pool {
  readonly table: Table;
  /** The ids by address. */
  readonly users: ReadonlyMap<string, string>;
  /** The passwords by id. */
  readonly passwords: ReadonlyMap<string, string>;
}

/** Cognito's answers to the browser, with the product's own trigger. */
export async function openCognito({ table, users, passwords }: Pool, visitor: Visitor) {
  const preToken = await openPreToken(table);
  return {
    /** Cognito's own exceptions, and those of our trigger as Cognito forwards them. */
    async signIn(email: string, password: string) {
      if (visitor.isLocked)
        throw Object.assign(new Error('Password attempts exceeded'), { name: 'NotAuthorizedException' });
      const id = users.get(email);
      if (!id || passwords.get(id) !== password)
        throw Object.assign(new Error('Incorrect username or password.'), { name: 'NotAuthorizedException' });
      const userAttributes = { sub: id };
      const event = { callerContext: { clientId: 'web' }, request: { userAttributes } };
      await preToken(event as unknown as Parameters<typeof preToken>[0]).catch(({ message }: Error) => {
        throw Object.assign(new Error(`PreTokenGeneration failed with error ${message}.`), {
          name: 'UserLambdaValidationException',
        });
      });
      visitor.session = Math.floor(Date.now() / 1000) + 1;
      visitor.caller = id;
    },
    /** The answer to the page's own `RevokeToken`: an empty object, or no answer at all. */
    revokeToken(): Response {
      if (!visitor.signsOut) throw new TypeError('Failed to fetch');
      visitor.caller = undefined;
      return Response.json({});
    },
  };
}

/** The trigger, which opens the table by itself from the environment. */
async function openPreToken(table: Table) {
  const ssm = await startJsonService('SSM', { parameters: { proof: 'proof-client' } });
  Object.assign(process.env, {
    ...gatewaySettings,
    RATE_LIMITS: 'off',
    TABLE: table.name,
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: accessKeyOf(table.name),
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: inject('dynamoDbEndpoint'),
    AWS_ENDPOINT_URL_SSM: ssm.endpoint,
    PASSWORD_CLIENT_PARAMETER: 'proof',
  });
  // The trigger reads it once; after that `fetch` is the browser's.
  await readParameter('proof');
  await ssm.close();
  const { handler } = await import('#functions/triggers/pre-token-lambda.ts');
  return handler;
}
