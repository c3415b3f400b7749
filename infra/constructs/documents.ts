import { HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { Construct } from 'constructs';
import { documentRoutes } from '#shared/documents/contract.ts';
import type { ApiStack } from '../stacks/api-stack.ts';
import { SliceFunction } from './slice-function.ts';

/**
 * The function that renders documents with listings, and its routes of the API. Its documents name files of the site,
 * so a release makes it after these files: a document never names a file that is not there.
 */
export class Documents extends Construct {
  constructor(scope: Construct, id: string, { api, functionSetting }: Pick<ApiStack, 'api' | 'functionSetting'>) {
    super(scope, id);
    const { live } = new SliceFunction(this, 'documents', functionSetting);
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
