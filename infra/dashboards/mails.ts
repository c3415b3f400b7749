import { type DashboardRow, figure, graph, heading } from './figure.ts';

/** SES counts by account and region: two stages in one account share these figures. */
export function mailRows(): DashboardRow[] {
  const of = (name: string, statistic = 'Sum') => figure('AWS/SES', name, statistic, {}, name);
  return [
    heading('## Mails\nOf all senders of this account and region.'),
    [
      graph('Sent and delivered', [of('Send'), of('Delivery')]),
      graph('Bounced and refused', [of('Bounce'), of('Reject')]),
      graph('Reputation', [of('Reputation.BounceRate', 'Maximum'), of('Reputation.ComplaintRate', 'Maximum')]),
    ],
  ];
}
