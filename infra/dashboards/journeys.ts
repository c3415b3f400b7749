import { brand } from '#shared/values/brand.ts';
import type { FunctionName } from '../function-table.ts';
import { type DashboardRow, figure, graph, heading } from './figure.ts';

const journeys: readonly (readonly [title: string, ...served: FunctionName[]])[] = [
  ['Sign up and sign in', 'accounts'],
  ['Find', 'search', 'matching'],
  ['Publish', 'parcels', 'trips', 'uploads'],
  ['Talk', 'messaging'],
  ['Hand over', 'deliveries'],
  ['Pay and be verified', 'receipts', 'admin'],
];

/** The functions' own figures: how long a request took in them, and how many failed. */
const own = (name: string, statistic: string, service: FunctionName) =>
  figure(brand.name, name, statistic, { service }, service);

export function journeyRows(): DashboardRow[] {
  const graphs = journeys.map(([title, ...served]) =>
    graph(
      `${title}: p99 in ms, failures on the right`,
      served.map((service) => own('Latency', 'p99', service)),
      served.map((service) => own('Faults', 'Sum', service)),
    ),
  );
  return [
    heading('## What members do\nA failure rings by itself; here: what is slow, and since when.'),
    graphs.slice(0, 3),
    graphs.slice(3),
  ];
}
