import { synthesize } from '../synth.ts';

/** Names that a stack exports, and those that it imports of others. */
interface Traded {
  readonly exports: readonly string[];
  readonly imports: readonly string[];
}
/** The stacks of a deployment in the order in which they are deployed. */
export type Deployment = Readonly<Record<string, Traded>>;

export const releasedExports = 'test/infra/exports/released.generated.json';

/** Settings that differ in what stacks trade. */
export const sorts: Readonly<Record<string, Record<string, unknown>>> = {
  plain: {},
  prod: { stage: 'prod' },
  zone: {
    stage: 'prod',
    domain: 'envoyage.example.org',
    hostedZoneId: 'Z0123456789',
    waf: true,
    mailFrom: 'no-reply@example.org',
    mailDomain: 'example.org',
  },
  certificate: {
    domain: 'envoyage.example.org',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/abc',
  },
  restored: {
    restoredTable: 'Envoyage-back',
    restoredStream: 'arn:aws:dynamodb:eu-west-3:123456789012:table/Envoyage-back/stream/2027',
    apiGatewayLogsRole: 'exists',
  },
};

export function deploymentOf(given: Record<string, unknown>): Deployment {
  const { stacks, template } = synthesize(given);
  return Object.fromEntries(
    stacks.map((stack) => {
      const { Resources, Outputs = {} } = template(stack);
      const exports = Object.values(Outputs).flatMap((output) => {
        const { Export } = output as { Export?: { Name: string } };
        return Export ? [Export.Name] : [];
      });
      const text = JSON.stringify([Resources, Outputs]);
      const imports = [...text.matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name = '']) => name);
      return [stack, { exports, imports: [...new Set(imports)] }];
    }),
  );
}
