import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { expect, test } from 'vitest';
import { account, aReadyAccount, deploySettings } from '#test/support/fake-account.ts';
import { ownAccount } from './stage.ts';

test('credentials of another account end a command, though a stage of the same name may be there', async () => {
  const { clients, apis } = aReadyAccount();
  await expect(ownAccount(deploySettings(), clients)).resolves.toBeUndefined();
  apis.sts.on(GetCallerIdentityCommand).resolves({ Account: '999999999999' });
  await expect(ownAccount(deploySettings(), clients)).rejects.toThrow(
    `The credentials belong to the account 999999999999, the setting account says ${account}.`,
  );
});
