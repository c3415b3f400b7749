import { GraphWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { ApiFigures } from '../constructs/api-figures.ts';
import { type DashboardRow, dashboardPeriod, figure, graph, heading } from './figure.ts';

/**
 * docs/costs.md has the expected costs. AWS counts money only in us-east-1, and only if « billing alerts » are switched
 * on.
 */
export function costRows({ calls, faultRate }: ApiFigures): DashboardRow[] {
  const charges = figure('AWS/Billing', 'EstimatedCharges', 'Maximum', { Currency: 'USD' }, 'account, this month, $');
  return [
    heading('## Cost\nWhat each of these should cost: docs/costs.md.'),
    [
      graph('Requests, failed ones in % on the right', [calls(dashboardPeriod)], [faultRate(dashboardPeriod)]),
      graph('Functions at once', [figure('AWS/Lambda', 'ConcurrentExecutions', 'Maximum', {})]),
      new GraphWidget({ title: 'Charges', left: [charges], region: 'us-east-1', width: 8 }),
    ],
  ];
}
