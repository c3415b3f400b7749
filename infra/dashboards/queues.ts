import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { type DashboardRow, figure, graph, heading } from './figure.ts';

/** Every queue of the product: what waits in it, and for how long where somebody takes it out. */
export function queueRows(queues: readonly Queue[]): DashboardRow[] {
  const of = (name: string, shown: readonly Queue[]) =>
    shown.map(({ queueName, node }) =>
      figure('AWS/SQS', name, 'Maximum', { QueueName: queueName }, node.path.split('/').slice(1).join(' ')),
    );
  const fed = queues.filter(({ deadLetterQueue }) => deadLetterQueue);
  return [
    heading('## Queues\nAll but the first of a pair are empty when all is well.'),
    [
      graph('Waiting', of('ApproximateNumberOfMessagesVisible', queues)),
      graph('Age of the oldest, s', of('ApproximateAgeOfOldestMessage', fed)),
    ],
  ];
}
