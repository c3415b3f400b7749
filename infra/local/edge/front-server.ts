import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { OriginResponse } from '#infra/local/compute/http-api.ts';
import type { SocketGateway } from '#infra/local/compute/socket-gateway.ts';
import { readBody } from '#infra/local/emulators/http-server.ts';
import { type Edge, requestedUrl } from './edge.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface SiteOptions {
  edge: Edge;
  sockets: SocketGateway;
  localRoutes: Serve;
  config: Readonly<Record<string, unknown>>;
  /** Serves pages and modules in place of the built site; data is built in both cases. */
  pages: Serve | undefined;
}

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

/** The current handler of the origin. It is replaced while the stack restarts. */
export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface FrontServer {
  readonly origin: string;
  readonly server: Server;
  use(site: Site | undefined): void;
  close(): Promise<void>;
}

/** More than the edge takes, so that the edge refuses and not this server. */
const headersReadBytes = 64 * 1024;

/**
 * The one origin of the product on this machine, on the loopback address only. Requests under another name of this
 * machine are sent to the origin, because the socket compares origins; foreign names are refused (DNS rebinding).
 */
export async function startFrontServer(port: number): Promise<FrontServer> {
  let site: Site | undefined;
  const server = createServer({ maxHeaderSize: headersReadBytes }, (request, response) => {
    const host = request.headers.host ?? '';
    if (host !== new URL(origin).host) {
      if (host.startsWith('localhost:')) response.writeHead(307, { location: origin + (request.url ?? '/') }).end();
      else response.writeHead(421).end();
      return;
    }
    if (!site) {
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
      response.end('{"message":"Service Unavailable"}');
      return;
    }
    site.handle(request, response).catch((error: unknown) => {
      console.error(`${request.method} ${request.url} failed in the front server`, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  // Longer than a browser or a test keeps an idle connection, so that none is closed during a request.
  server.keepAliveTimeout = 65_000;
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (site) site.upgrade(request, socket, head);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    server,
    use: (next) => {
      site = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
