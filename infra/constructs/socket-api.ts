import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { LogGroupLogDestination, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { accessLogName } from '../naming.ts';

export class AccessLog extends LogGroup {
  constructor(scope: Construct, id: string, settings: Settings, api: 'http' | 'socket') {
    super(scope, id, {
      logGroupName: accessLogName(settings, api),
      retention: settings.retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** The WebSocket API: one function authorizes by ticket, stores connections and answers pings. */
export class SocketApi extends Construct {
  readonly stage: WebSocketStage;
  readonly host: string;

  constructor(scope: Construct, id: string, settings: Settings, served: IFunction) {
    super(scope, id);
    const api = new WebSocketApi(this, 'Api', {
      routeSelectionExpression: '$request.body.action',
      connectRouteOptions: {
        integration: new WebSocketLambdaIntegration('Connect', served),
        authorizer: new WebSocketLambdaAuthorizer('Ticket', served, {
          identitySource: ['route.request.querystring.ticket'],
        }),
      },
      disconnectRouteOptions: { integration: new WebSocketLambdaIntegration('Disconnect', served) },
      // A child named `Default` would not appear in the logical id.
      defaultRouteOptions: { integration: new WebSocketLambdaIntegration('Other', served), returnResponse: true },
    });
    this.stage = new WebSocketStage(this, 'Stage', {
      webSocketApi: api,
      stageName: 'ws',
      autoDeploy: true,
      throttle: { rateLimit: settings.socketRate, burstLimit: 2 * settings.socketRate },
      accessLogSettings: {
        destination: new LogGroupLogDestination(new AccessLog(this, 'AccessLog', settings, 'socket')),
        format: logFormat,
      },
    });
    if (settings.apiGatewayLogsRole === 'create') this.stage.node.addDependency(this.logsRole());
    this.host = `${api.apiId}.execute-api.${Stack.of(this).region}.${Aws.URL_SUFFIX}`;
  }

  /** API Gateway needs it once in an account and region before a WebSocket API may log (an HTTP API needs none). */
  private logsRole() {
    const role = new Role(this, 'LogsRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    });
    const account = new CfnAccount(this, 'LogsAccount', { cloudWatchRoleArn: role.roleArn });
    // Other APIs of the account may use them later.
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}

/** No query, because it contains the ticket. */
const logFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    connectionId: '$context.connectionId',
    routeKey: '$context.routeKey',
    eventType: '$context.eventType',
    status: '$context.status',
  }),
);
