import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface RunningServer {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Serves `handle` on the loopback address only, on a free port when none is given.
 * Answers are dated by `now`: the SDK trusts that date more than its own clock when it signs.
 * The endpoint is an IP address, because with `localhost` the S3 client would call `bucket.localhost`.
 */
export async function listen(handle: Handler, port = 0, now: () => number = Date.now): Promise<RunningServer> {
  const server = createServer((request, response) => {
    response.setHeader('date', new Date(now()).toUTCString());
    handle(request, response).catch((error: unknown) => {
      console.error(`${request.method} ${request.url} failed in an emulator`, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The whole body of a request, in memory: emulated requests carry at most a few megabytes. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
