import type { WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { type DashboardRow, figure, graph, heading } from './figure.ts';

export function socketRows({ api, stageName }: WebSocketStage): DashboardRow[] {
  const of = (name: string) => figure('AWS/ApiGateway', name, 'Sum', { ApiId: api.apiId, Stage: stageName }, name);
  return [
    heading('## Open pages\nEach open page of a member has one connection, renewed within two hours.'),
    [
      graph('New connections', [of('ConnectCount')]),
      graph('Frames', [of('MessageCount')]),
      graph('Errors', [of('IntegrationError'), of('ExecutionError')]),
    ],
  ];
}
