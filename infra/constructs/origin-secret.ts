import { SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';

/**
 * Proves to functions that a request came through CloudFront, and nothing else. During a rotation the deploy names the
 * secret's versions in the context `originSecret`, the present one first, so that the new value reaches every template
 * (rule 112).
 */
export class OriginSecret extends Secret {
  readonly sent: string;
  /** The secrets that functions accept: the current one, and the previous one until a rotation is finished. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string) {
    super(scope, id, { generateSecretString: { excludePunctuation: true, passwordLength: 48 } });
    const versions: unknown = this.node.tryGetContext('originSecret');
    const [present, before] = typeof versions === 'string' ? versions.split(',') : [];
    this.sent = this.version(present);
    this.environment = {
      ORIGIN_SECRET: this.sent,
      ...(before && { ORIGIN_SECRET_BEFORE: this.version(before) }),
    };
  }

  private version(versionId: string | undefined): string {
    return SecretValue.secretsManager(this.secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
  }
}
