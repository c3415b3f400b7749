import { setTimeout as wait } from 'node:timers/promises';
import { unknownSiteUrl } from '../../naming.ts';
import type { Clock } from '../clock.ts';
import { httpApi } from '../compute/http-api.ts';
import type { Invoke } from '../compute/invoke.ts';
import { type SocketGateway, socketGateway } from '../compute/socket-gateway.ts';
import { bucketOrigin, siteOrigin } from '../edge/bucket-origins.ts';
import { edge, type Origin } from '../edge/edge.ts';
import { withLocalAddresses } from '../emulators/local-addresses.ts';
import type { Services } from '../emulators/services.ts';
import { edgeKey } from '../iam/keys.ts';
import { placesFolder, siteFolder } from '../prepare.ts';
import type { Switches } from './switches.ts';
import type { Templates } from './templates.ts';

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
  return { edge: front, sockets };
}
