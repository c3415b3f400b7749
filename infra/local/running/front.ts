import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { readApis } from '#infra/local/assembly/apis.ts';
import { type Assembly, type Json, readAssembly } from '#infra/local/assembly/assembly.ts';
import { type Behaviour, readDistribution } from '#infra/local/assembly/distribution.ts';
import { resolver } from '#infra/local/assembly/intrinsics.ts';
import { type Identities, identities } from '#infra/local/assembly/physical-ids.ts';
import { readPlan } from '#infra/local/assembly/plan.ts';
import type { Clock } from '#infra/local/clock.ts';
import { httpApi } from '#infra/local/compute/http-api.ts';
import type { Invoke } from '#infra/local/compute/invoke.ts';
import { type SocketGateway, socketGateway } from '#infra/local/compute/socket-gateway.ts';
import { bucketOrigin, siteOrigin } from '#infra/local/edge/bucket-origins.ts';
import { edge, type Origin } from '#infra/local/edge/edge.ts';
import type { Services } from '#infra/local/emulators/services.ts';
import { edgeKey } from '#infra/local/iam/keys.ts';
import { readAccessRules } from '#infra/local/iam/template.ts';
import { functionsFolder, placesFolder, siteFolder } from '#infra/local/prepare.ts';
import { unknownSiteUrl } from '#infra/naming.ts';

interface Addresses {
  readonly cognito: string;
  readonly s3: string;
}

/**
 * Replaces AWS hosts by the addresses of this machine in a text for the browser (the content security policy,
 * `/config.json`).
 */
export function withLocalAddresses(text: string, { cognito, s3 }: Addresses): string {
  return text
    .replaceAll(/https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com/g, cognito)
    .replaceAll(/https:\/\/[\w.-]+\.s3\.[\w-]+\.amazonaws\.com/g, s3)
    .replaceAll(/\b[\w.-]+\.s3\.[\w-]+\.amazonaws\.com/g, new URL(s3).host)
    .replaceAll(/; ?upgrade-insecure-requests/g, '');
}

export type Switches = ReturnType<typeof openSwitches>;

export function openSwitches(apply: (environment: Readonly<Record<string, string>>) => void) {
  let limited = true;
  let subscriptionFrom: string | undefined;
  const change = () =>
    apply({
      ...(limited ? {} : { RATE_LIMITS: 'off' }),
      ...(subscriptionFrom === undefined ? {} : { SUBSCRIPTION_FROM: subscriptionFrom }),
    });
  return {
    limited: () => limited,
    limit: (on: boolean) => {
      if (on === limited) return;
      limited = on;
      change();
    },
    subscribeFrom: (day: string) => {
      subscriptionFrom = day;
      change();
    },
  };
}

type Templates = ReturnType<typeof readTemplates>;

export function readTemplates(
  folder: string,
  secretOf: Parameters<typeof resolver>[2],
  to: { site: string; sockets: string },
) {
  const assembly = readAssembly(folder);
  const ids = identities(assembly);
  const resolve = resolver(assembly, ids, secretOf, (text) => localise(text, assembly, ids, to));
  return {
    plan: readPlan(assembly, ids, resolve, functionsFolder),
    apis: readApis(assembly, ids, resolve),
    behaviours: readDistribution(assembly, ids, resolve),
    accessRules: readAccessRules(assembly, ids, resolve),
    distributionStack: assembly.resources.find(({ type }) => type === 'AWS::CloudFront::Distribution')?.stack,
  };
}

/**
 * Addresses of AWS in a resolved text: the distribution and its names become the gateway, the socket's own address
 * ours.
 */
function localise(text: string, assembly: Assembly, ids: Identities, to: { site: string; sockets: string }): string {
  return assembly.resources.reduce((changed, resource) => {
    if (resource.type === 'AWS::CloudFront::Distribution') {
      const names = [ids.attribute(resource, 'DomainName'), ...aliasesOf(resource.properties['DistributionConfig'])];
      return [...names, '*.cloudfront.net'].reduce(
        (result, name) => result.replaceAll(`https://${name}`, to.site),
        changed,
      );
    }
    if (resource.type === 'AWS::ApiGatewayV2::Api' && resource.properties['ProtocolType'] === 'WEBSOCKET') {
      return changed.replaceAll(ids.attribute(resource, 'ApiEndpoint'), to.sockets);
    }
    return changed;
  }, text);
}

function aliasesOf(config: Json | undefined): string[] {
  return z.safeParse(z.object({ Aliases: z.array(z.string()) }), config).data?.Aliases ?? [];
}

interface FrontOptions extends Pick<Templates, 'apis' | 'behaviours' | 'plan'> {
  services: Pick<Services, 'cognito' | 's3' | 'jwks'>;
  siteOrigin: string;
  clock: Clock;
  invoke: Invoke;
  limited: Switches['limited'];
  /** Milliseconds that a new socket is kept between its `$connect` and its opening. */
  handshake: number;
}

export function openFront({ apis, behaviours, plan, services, clock, invoke, limited, ...options }: FrontOptions) {
  let sockets: SocketGateway | undefined;
  const { region } = plan;
  const originOf = (host: string): Origin => {
    const [name = ''] = host.split('.');
    const api = apis.find(({ id }) => id === name);
    if (api?.protocol === 'WEBSOCKET') {
      sockets ??= socketGateway(api, { invoke, clock, region, limited, handshake: () => wait(options.handshake) });
      return { kind: 'socket' };
    }
    if (api) return { kind: 'api', send: httpApi(api, { invoke, jwks: services.jwks, clock, limited }) };
    const isSite = host === behaviours.at(-1)?.origin.host;
    return {
      kind: 'bucket',
      get: isSite
        ? siteOrigin({ placeholder: unknownSiteUrl, url: options.siteOrigin }, siteFolder, placesFolder)
        : bucketOrigin(name, services.s3, region, edgeKey),
    };
  };
  const local = behaviours.map((behaviour) => ({
    ...behaviour,
    responseHeaders: Object.fromEntries(
      Object.entries(behaviour.responseHeaders).map(([name, text]) => [name, withLocalAddresses(text, services)]),
    ),
  }));
  const front = edge(local, originOf);
  if (!sockets) throw new Error('The distribution leads to no WebSocket API.');
  return {
    edge: front,
    sockets,
    /** An update of the distribution as far as a rotation needs it: the headers that it adds. */
    update: (next: readonly Behaviour[]) => {
      for (const [at, { origin }] of next.entries()) if (local[at]) local[at].origin = origin;
    },
  };
}
