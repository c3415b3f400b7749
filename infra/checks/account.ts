import { GetUserPoolMfaConfigCommand } from '@aws-sdk/client-cognito-identity-provider';
import { DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { EncryptCommand } from '@aws-sdk/client-kms';
import type { Account, Check, CheckedSite } from './check.ts';
import { firstWrong } from './check.ts';

const notLocal = 'this machine has no account';

const ofAccount = (name: string, expects: string, look: (account: Account) => Promise<string | undefined>): Check => ({
  name,
  expects,
  notLocal,
  run: async ({ account }: CheckedSite) => (account ? look(account) : 'no account to ask'),
});

/** Checks that only the account itself can answer. */
export const accountChecks: readonly Check[] = [
  ofAccount('second factors are ours alone', 'The pool has MfaConfiguration OFF.', async ({ pool, userPoolId }) => {
    const { MfaConfiguration } = await pool.send(new GetUserPoolMfaConfigCommand({ UserPoolId: userPoolId }));
    return firstWrong([MfaConfiguration === 'OFF', `MfaConfiguration ${MfaConfiguration}`]);
  }),
  ofAccount('the table lets its rows expire', 'Time to live is ENABLED on ttl.', async ({ table, tableName }) => {
    const { TimeToLiveDescription } = await table.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
    const { TimeToLiveStatus, AttributeName } = TimeToLiveDescription ?? {};
    return firstWrong([
      TimeToLiveStatus === 'ENABLED' && AttributeName === 'ttl',
      `${TimeToLiveStatus} ${AttributeName}`,
    ]);
  }),
  ofAccount(
    'nothing is sealed without a member',
    'The key of second factors refuses whoever names no member: AccessDeniedException.',
    async ({ keys, secondFactorKey }) => {
      const command = new EncryptCommand({ KeyId: secondFactorKey, Plaintext: new TextEncoder().encode('test') });
      const answer = await keys.send(command).then(
        () => 'a sealed text',
        (error: unknown) => (error instanceof Error ? error.name : String(error)),
      );
      return firstWrong([answer === 'AccessDeniedException', answer]);
    },
  ),
];
