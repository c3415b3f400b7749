import { createHash } from 'node:crypto';
import type { Assembly, Resource } from './assembly.ts';

export const localAccount = '000000000000';

/**
 * Names and attributes that CloudFormation would give the resources, generated in the same form, and the same at each
 * start.
 */
export type Identities = ReturnType<typeof identities>;

/**
 * Pool and client ids have the form that clients and token verifiers expect. Buckets, tables and functions have names
 * that are recognisable in logs and on disk. A function is named after the folder of its bundle.
 */
export function identities(assembly: Assembly) {
  const { region } = assembly;
  const taken = new Set<string>();
  const names = new Map<Resource, string>();
  for (const resource of assembly.resources) {
    const wanted = nameOf(resource, assembly);
    const name = taken.has(`${resource.type} ${wanted}`) ? `${wanted}-${resource.logicalId.toLowerCase()}` : wanted;
    taken.add(`${resource.type} ${name}`);
    names.set(resource, name);
  }
  const name = (resource: Resource) => names.get(resource) ?? resource.logicalId;

  const arn = (resource: Resource) => {
    const id = name(resource);
    const of = (service: string, rest: string) => `arn:aws:${service}:${region}:${localAccount}:${rest}`;
    switch (resource.type) {
      case 'AWS::Lambda::Function':
      case 'AWS::Lambda::Version':
      case 'AWS::Lambda::Alias':
        return of('lambda', `function:${id}`);
      case 'AWS::S3::Bucket':
        return `arn:aws:s3:::${id}`;
      case 'AWS::DynamoDB::Table':
      case 'AWS::DynamoDB::GlobalTable':
        return of('dynamodb', `table/${id}`);
      case 'AWS::Cognito::UserPool':
        return of('cognito-idp', `userpool/${id}`);
      case 'AWS::IAM::Role':
        return `arn:aws:iam::${localAccount}:role/${id}`;
      case 'AWS::Logs::LogGroup':
        return of('logs', `log-group:${id}:*`);
      case 'AWS::KMS::Key':
        return of('kms', `key/${id}`);
      case 'AWS::SecretsManager::Secret':
        return of('secretsmanager', `secret:${id}`);
      case 'AWS::SQS::Queue':
        return of('sqs', id);
      case 'AWS::SNS::Topic':
        return of('sns', id);
      default:
        return of('local', `${resource.type.replaceAll('::', '-')}/${id}`);
    }
  };

  return {
    ref(resource: Resource) {
      switch (resource.type) {
        case 'AWS::SecretsManager::Secret':
        case 'AWS::SNS::Topic':
        case 'AWS::Lambda::Version':
        case 'AWS::Lambda::Alias':
          return arn(resource);
        case 'AWS::SQS::Queue':
          return `https://sqs.${region}.amazonaws.com/${localAccount}/${name(resource)}`;
        default:
          return name(resource);
      }
    },
    attribute(resource: Resource, attribute: string) {
      const id = name(resource);
      switch (attribute) {
        case 'Arn':
        case 'FunctionARN':
          return arn(resource);
        case 'StreamArn':
          return `${arn(resource)}/stream/local`;
        case 'RegionalDomainName':
          return `${id}.s3.${region}.amazonaws.com`;
        case 'DomainName':
          return resource.type === 'AWS::CloudFront::Distribution' ? `${id}.cloudfront.net` : `${id}.s3.amazonaws.com`;
        case 'ApiEndpoint':
          return `https://${id}.execute-api.${region}.amazonaws.com`;
        case 'ProviderName':
          return `cognito-idp.${region}.amazonaws.com/${id}`;
        case 'ProviderURL':
          return `https://cognito-idp.${region}.amazonaws.com/${id}`;
        default:
          return `${id}.${attribute}`;
      }
    },
  };
}

function nameOf(resource: Resource, assembly: Assembly): string {
  const { stack, logicalId, properties } = resource;
  const short = logicalId.replace(/[0-9A-F]{8}$/, '');
  switch (resource.type) {
    case 'AWS::Cognito::UserPool':
      return `${assembly.region}_LOCAL0001`;
    case 'AWS::Cognito::UserPoolClient':
      return idLike(`${stack}.${logicalId}`, 26);
    case 'AWS::ApiGatewayV2::Api':
      return idLike(`${stack}.${logicalId}`, 10);
    case 'AWS::CloudFront::Distribution':
      return `d${idLike(`${stack}.${logicalId}`, 13)}`;
    case 'AWS::S3::Bucket':
      return `${stack}-${short}`.toLowerCase();
    case 'AWS::SSM::Parameter':
    case 'AWS::CloudFront::ResponseHeadersPolicy':
    case 'AWS::CloudFront::CachePolicy':
      return typeof properties['Name'] === 'string' ? properties['Name'] : `${stack}-${short}`;
    case 'AWS::Lambda::Function':
      return resource.functionName ?? `${stack}-${short}`;
    // There is one version of each function here, so what names a version or an alias means it.
    case 'AWS::Lambda::Version':
      return `${functionOf(resource, assembly)}:1`;
    case 'AWS::Lambda::Alias':
      return `${functionOf(resource, assembly)}:${typeof properties['Name'] === 'string' ? properties['Name'] : short}`;
    default:
      return `${stack}-${short}`;
  }
}

function functionOf({ stack, logicalId, properties }: Resource, assembly: Assembly): string {
  const { FunctionName: named } = properties;
  const id = typeof named === 'object' && named !== null && 'Ref' in named ? named['Ref'] : undefined;
  const found = typeof id === 'string' ? assembly.find(stack, id) : undefined;
  if (!found) throw new Error(`${stack}/${logicalId} names no function of its stack.`);
  return nameOf(found, assembly);
}

function idLike(seed: string, length: number): string {
  const digest = createHash('sha256').update(seed).digest();
  return Array.from({ length }, (_, at) => (digest[at % digest.length] ?? 0) % 36)
    .map((digit) => digit.toString(36))
    .join('');
}
