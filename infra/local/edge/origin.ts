import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OriginResponse } from '../compute/http-api.ts';
import type { SocketGateway } from '../compute/socket-gateway.ts';
import { readBody } from '../emulators/http-server.ts';
import { type Edge, requestedUrl } from './edge.ts';
import type { Site } from './gateway.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface SiteOptions {
  edge: Edge;
  sockets: SocketGateway;
  localRoutes: Serve;
  config: Readonly<Record<string, unknown>>;
  /** Serves pages and modules in place of the built site; data is built in both cases. */
  pages: Serve | undefined;
}

/** Everything behind the one origin: the distribution, the routes of this machine, and `/config.json` of this run. */
export function site({ edge, sockets, localRoutes, config, pages }: SiteOptions): Site {
  return {
    async handle(request, response) {
      const { pathname } = requestedUrl(request);
      if (pathname === '/__local') return void response.writeHead(307, { location: '/__local/' }).end();
      if (pathname.startsWith('/__local/')) return localRoutes(request, response);
      if (pathname === '/config.json') {
        return send(request, response, {
          status: 200,
          headers: { 'content-type': 'application/json', 'cache-control': 'no-cache' },
          body: Buffer.from(JSON.stringify(config)),
        });
      }
      const { behaviour } = edge.find(pathname);
      const isPage = behaviour.fallback !== undefined || behaviour === edge.find('/index.html').behaviour;
      if (pages && isPage && !pathname.startsWith('/places/')) return pages(request, response);
      send(request, response, await edge.answer(request, await readBody(request)));
    },
    upgrade(request, socket, head) {
      const protocol = request.headers['sec-websocket-protocol'] ?? '';
      if (pages && protocol.startsWith('vite-')) return;
      const { behaviour, origin } = edge.find(requestedUrl(request).pathname);
      if (origin.kind !== 'socket') socket.destroy();
      else void sockets.upgrade(request, socket, head, edge.socketHeaders(request, behaviour));
    },
  };
}

function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: OriginResponse): void {
  const isEmpty = status === 204 || status === 304;
  response.writeHead(status, { ...headers, ...(!isEmpty && { 'content-length': body.length }) });
  response.end(isEmpty || request.method === 'HEAD' ? undefined : body);
}
