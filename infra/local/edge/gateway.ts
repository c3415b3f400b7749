import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The current handler of the origin. It is replaced while the stack restarts. */
export interface Site {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Gateway {
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
export async function startGateway(port: number): Promise<Gateway> {
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
      console.error(`${request.method} ${request.url} failed in the gateway`, error);
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
