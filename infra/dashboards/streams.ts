import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type DashboardRow, figure, graph, heading } from './figure.ts';

export function streamRows(readers: Readonly<Record<string, IFunction>>): DashboardRow[] {
  const of = (name: string, statistic: string) =>
    Object.entries(readers).map(([word, { functionName }]) =>
      figure('AWS/Lambda', name, statistic, { FunctionName: functionName }, word),
    );
  return [
    heading('## Stream\nHow far the readers are behind, and how often they are called.'),
    [
      graph('Age of the oldest change, ms', of('IteratorAge', 'Maximum')),
      graph('Calls', of('Invocations', 'Sum'), of('Errors', 'Sum')),
      graph('Duration, ms', of('Duration', 'p99')),
    ],
  ];
}
