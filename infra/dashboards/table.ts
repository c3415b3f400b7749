import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { tableShape } from '#functions/platform/keys.ts';
import { type DashboardRow, figure, graph, heading } from './figure.ts';

export function tableRows({ tableName: TableName }: ITable): DashboardRow[] {
  const places = ['table', ...Object.keys(tableShape.indexes)];
  const of = (name: string) =>
    places.map((place) =>
      figure(
        'AWS/DynamoDB',
        name,
        'Sum',
        place === 'table' ? { TableName } : { TableName, GlobalSecondaryIndexName: place },
        place,
      ),
    );
  return [
    heading('## Table\nUnits are what it costs; an index that writes much more than the table is read too widely.'),
    [
      graph('Read units', of('ConsumedReadCapacityUnits')),
      graph('Write units', of('ConsumedWriteCapacityUnits')),
      graph('Refused', [...of('ReadThrottleEvents'), ...of('WriteThrottleEvents')]),
    ],
  ];
}
