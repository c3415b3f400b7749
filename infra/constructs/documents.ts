import { Duration } from 'aws-cdk-lib';
import { HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { documentRoutes } from '#shared/documents/contract.ts';
import type { ApiStack } from '../stacks/api-stack.ts';
import { ImpactAlarm } from './alarm.ts';
import { SliceFunction } from './slice-function.ts';

/**
 * The function that renders documents with listings, and its routes of the API. Its documents name files of the site,
 * so a release makes it after these files: a document never names a file that is not there.
 */
export class Documents extends Construct {
  constructor(scope: Construct, id: string, { api, functionSetting }: Pick<ApiStack, 'api' | 'functionSetting'>) {
    super(scope, id);
    const documents = new SliceFunction(this, 'documents', functionSetting);
    new ImpactAlarm(this, 'DocumentsSlow', {
      impact:
        'Pages with listings take more than a second and a half. After two seconds visitors get the built page without listings.',
      topic: functionSetting.topic,
      metric: documents.metricDuration({ statistic: 'p99', period: Duration.minutes(5) }),
      threshold: 1500,
      periods: 3,
    });
    const { live } = documents;
    const integration = new HttpLambdaIntegration('Integration', live, { scopePermissionToRoute: false });
    for (const { path } of Object.values(documentRoutes))
      for (const method of [HttpMethod.GET, HttpMethod.HEAD])
        new HttpRoute(this, `${method}${path.replaceAll('/', '--')}`, {
          httpApi: api,
          routeKey: HttpRouteKey.with(path, method),
          integration,
          authorizer: new HttpNoneAuthorizer(),
        });
  }
}
