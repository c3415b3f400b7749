import { CrossStackReferences, ReferenceStrength } from 'aws-cdk-lib';
import { Dashboard } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct, IConstruct } from 'constructs';
import type { Settings } from '../config.ts';
import { apiFigures } from '../constructs/api-figures.ts';
import type { SocketApi } from '../constructs/socket-api.ts';
import { StreamConsumer } from '../constructs/stream-consumer.ts';
import { stackName } from '../naming.ts';
import type { ApiStack } from '../stacks/api-stack.ts';
import { costRows } from './cost.ts';
import type { DashboardRow } from './figure.ts';
import { journeyRows } from './journeys.ts';
import { mailRows } from './mails.ts';
import { queueRows } from './queues.ts';
import { socketRows } from './sockets.ts';
import { streamRows } from './streams.ts';
import { tableRows } from './table.ts';

/** The stacks whose parts the dashboards show. */
interface Sources {
  readonly data: { readonly table: ITable };
  readonly files: IConstruct;
  readonly api: ApiStack;
  readonly live: IConstruct & { readonly socket: SocketApi };
}

/**
 * Two dashboards: one for what members notice, one for the machine behind it. Three dashboards of up to 50 figures each
 * are free in an account; one for each of the seven parts would cost more than all functions of an idle stage.
 */
export function makeDashboards(scope: Construct, settings: Settings, { data, files, api, live }: Sources): void {
  const dashboard = (id: string, word: string, rows: readonly DashboardRow[]) =>
    new Dashboard(scope, id, { dashboardName: stackName(settings, word), widgets: rows.map((row) => [...row]) });
  dashboard('Board', 'board', [...journeyRows(), ...socketRows(live.socket.stage), ...mailRows()]);
  const readers = weak(live.node.findAll().filter((one) => one instanceof StreamConsumer));
  dashboard('MachineBoard', 'machine', [
    ...streamRows(Object.fromEntries(readers.map((reader) => [reader.node.id.toLowerCase(), reader]))),
    ...queueRows(weak([files, live].flatMap(({ node }) => node.findAll()).filter((one) => one instanceof Queue))),
    ...tableRows(data.table),
    ...costRows(apiFigures(api.api)),
  ]);
}

/** A strong reference would block renaming or removing a function or a queue that a dashboard shows. */
function weak<T extends IConstruct>(shown: T[]): T[] {
  for (const one of shown) CrossStackReferences.of(one).produce(ReferenceStrength.WEAK);
  return shown;
}
