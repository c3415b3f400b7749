import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, type RunningServer, readBody } from '../emulators/http-server.ts';
import { accessKeyIn } from '../iam/keys.ts';
import { messageLimit, type SocketGateway } from './socket-gateway.ts';

const connectionPath = /^\/[^/]+\/@connections\/([^/]+)$/;

/**
 * The `@connections` address of a WebSocket API: POST sends to a connection, GET describes it, DELETE closes it.
 * A closed connection answers 410 `GoneException`, as the dispatcher must expect. `refusalOf` gives the text for a call
 * that its caller may not make.
 */
export function startSocketManagement(
  gateway: () => SocketGateway | undefined,
  refusalOf: (accessKeyId: string | undefined, method: string, path: string) => string | undefined = () => undefined,
): Promise<RunningServer> {
  return listen(async (request: IncomingMessage, response: ServerResponse) => {
    const refuse = (status: number, error: string, message: string) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error })
        .end(JSON.stringify({ message }));

    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const [, id] = connectionPath.exec(path) ?? [];
    if (!id || !request.headers.authorization) {
      refuse(403, 'MissingAuthenticationTokenException', 'Missing Authentication Token');
      return;
    }
    const refusal = refusalOf(accessKeyIn(request.headers.authorization), request.method ?? '', path);
    if (refusal) {
      refuse(403, 'AccessDeniedException', refusal);
      return;
    }
    const body = await readBody(request);
    const connection = gateway()?.connections.get(id);
    if (!connection) {
      refuse(410, 'GoneException', 'The connection is gone.');
    } else if (request.method === 'POST' && body.length > messageLimit) {
      refuse(413, 'PayloadTooLargeException', 'Message too long');
    } else if (request.method === 'POST') {
      connection.lastActiveAt = Date.now();
      connection.socket.send(body.toString());
      response.writeHead(200).end();
    } else if (request.method === 'GET') {
      const content = {
        connectedAt: new Date(connection.connectedAt).toISOString(),
        lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        identity: { sourceIp: connection.sourceIp, userAgent: connection.userAgent },
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    } else if (request.method === 'DELETE') {
      connection.socket.close(1000);
      response.writeHead(204).end();
    } else {
      refuse(405, 'MethodNotAllowedException', 'Method Not Allowed');
    }
  });
}
