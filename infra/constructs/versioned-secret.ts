import { CfnOutput, CrossStackReferences, ReferenceStrength, SecretValue } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { rotated } from '../naming.ts';

/**
 * A generated secret with an output, by which `npm run rotate-secret` finds it. During a rotation the deploy names its
 * versions in the context, the present one first, so that the new value reaches every template (rule 112).
 */
export class VersionedSecret extends Secret {
  readonly present: string;
  /** The previous value, which functions accept until a rotation is finished. */
  private readonly before?: string;

  constructor(scope: Construct, id: string, which: keyof typeof rotated) {
    super(scope, id, { generateSecretString: { excludePunctuation: true, passwordLength: 48 } });
    const { output, context } = rotated[which];
    // An export in use would hold up a release that adds, moves or removes a secret, and the way back from it.
    if (which !== 'origin') CrossStackReferences.of(this).produce(ReferenceStrength.WEAK);
    new CfnOutput(scope, output, { value: this.secretArn, description: 'npm run rotate-secret reads it' });
    const versions = this.node.tryGetContext(context) as string | undefined;
    if (versions !== undefined && !/^[\w-]+(,[\w-]+)?$/.test(versions))
      throw new Error(`${context} must name one or two versions of the secret, the present one first.`);
    const [present, before] = versions?.split(',') ?? [];
    this.present = this.version(present);
    if (before) this.before = this.version(before);
  }

  /** The variable of functions that use the present value, and during a rotation `<name>_BEFORE`. */
  variables(name: string): Readonly<Record<string, string>> {
    return { [name]: this.present, ...(this.before && { [`${name}_BEFORE`]: this.before }) };
  }

  private version(versionId: string | undefined): string {
    return SecretValue.secretsManager(this.secretArn, versionId ? { versionId } : {}).unsafeUnwrap();
  }
}
