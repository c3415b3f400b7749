import type { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';

/**
 * A percentage is meaningless below this number of calls in a period: at night one failure would be a tenth of them.
 */
const fewestCalls = 200;

export function apiFigures(api: HttpApi) {
  const of = (metricName: string, statistic: string) => (period: Duration) =>
    new Metric({
      namespace: 'AWS/ApiGateway',
      metricName,
      statistic,
      period,
      dimensionsMap: { ApiId: api.apiId, Stage: 'api' },
    });
  const calls = of('Count', 'Sum');
  const faults = of('5xx', 'Sum');
  const within = (milliseconds: number) => of('Latency', Stats.percentileRank(milliseconds));
  return {
    calls,
    faults,
    latency: of('Latency', 'p99'),

    /** Per cent of the calls that failed; 0 when there were few. */
    faultRate: (period: Duration) =>
      new MathExpression({
        expression: `IF(calls >= ${fewestCalls}, 100 * faults / calls, 0)`,
        usingMetrics: { faults: faults(period), calls: calls(period) },
        period,
      }),

    /** Per cent of the calls that took longer; 0 when there were few. */
    slowerThan: (milliseconds: number) => (period: Duration) =>
      new MathExpression({
        expression: `IF(calls >= ${fewestCalls}, 100 - fast, 0)`,
        usingMetrics: { fast: within(milliseconds)(period), calls: calls(period) },
        period,
      }),
  };
}

export type ApiFigures = ReturnType<typeof apiFigures>;
