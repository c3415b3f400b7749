import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * Functions derive keys and links from it (`functions/platform/derived.ts`). It is generated at the first deploy and
 * not rotated by routine, because links in mails would end with it (docs/runbooks/secret-leaked.md).
 */
export class DerivedSecret extends Secret {
  readonly value: string;

  constructor(scope: Construct, id: string) {
    super(scope, id, { generateSecretString: { excludePunctuation: true, passwordLength: 48 } });
    this.value = SecretValue.secretsManager(this.secretArn).unsafeUnwrap();
  }
}
