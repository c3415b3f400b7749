import { request as send } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { generate } from 'selfsigned';

export interface Front {
  /** `https://127.0.0.1:41233` */
  readonly origin: string;
  close(): Promise<void>;
}

/** For browsers that open the front, whose certificate is self-signed at its start. */
export const trustingFront = '--ignore-certificate-errors';

/** Headers of a connection, which HTTP/2 does not know. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/**
 * TLS and HTTP/2 before the local stack, as CloudFront has them (`HTTP2_AND_3`): all files of a page come over one
 * connection. HTTP/1.1 is refused, so that no figure is taken over it. Sockets stay outside: visitors open none.
 */
export async function startFront(stackOrigin: string): Promise<Front> {
  const { host } = new URL(stackOrigin);
  const pair = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec', algorithm: 'sha256' });
  const server = createSecureServer({ key: pair.private, cert: pair.cert }, (request, response) =>
    forward(request, response, host),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** The stack answers only to its own host. */
function forward(request: Http2ServerRequest, response: Http2ServerResponse, host: string): void {
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !name.startsWith(':')));
  const sent = send(`http://${host}${request.url}`, { method: request.method, headers: { ...headers, host } });
  sent.on('response', (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    // A browser that leaves breaks its answers off.
    pipeline(answer, response, () => {});
  });
  sent.on('error', () => response.stream.destroy());
  response.on('close', () => sent.destroy());
  pipeline(request, sent, () => {});
}
