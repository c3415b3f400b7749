import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import { listen, type RunningServer, readBody } from '../emulators/http-server.ts';
import type { Refused, Want } from './access.ts';
import { accessKeyIn, operatorKey } from './keys.ts';

type Options = {
  /** DynamoDB Local. */
  readonly target: string;
  readonly wants: (operation: string, input: unknown) => readonly Want[];
  readonly judge: (accessKeyId: string | undefined, wants: readonly Want[]) => Refused | undefined;
};

/**
 * Stands in front of DynamoDB Local, which knows no rights: a call that its caller may not make is refused as DynamoDB
 * refuses it, every other one is passed on as it is. A database that is down breaks the connection off.
 */
export function startDynamoDbGuard({ target, wants, judge }: Options): Promise<RunningServer> {
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const accessKeyId = accessKeyIn(request.headers.authorization);
    const refused = accessKeyId === operatorKey.accessKeyId ? undefined : judged(accessKeyId, request, body);
    if (refused) refuse(response, refused);
    else await pass(request, body, response);
  };
  const judged = (accessKeyId: string | undefined, { headers }: IncomingMessage, body: Buffer) => {
    const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    return judge(accessKeyId, wants(operation, JSON.parse(body.toString() || '{}')));
  };
  const pass = ({ method, url, headers }: IncomingMessage, body: Buffer, response: ServerResponse) =>
    new Promise<void>((resolve) => {
      const forwarded = send({ agent, hostname, port, method, path: url, headers }, (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
        answered.once('close', resolve);
      });
      forwarded.once('error', () => {
        response.destroy();
        resolve();
      });
      response.once('close', () => response.writableFinished || forwarded.destroy());
      forwarded.end(body);
    });

  return listen(answer).then((server) => ({
    ...server,
    close: async () => {
      await server.close();
      agent.destroy();
    },
  }));
}

function refuse(response: ServerResponse, { code, message }: Refused): void {
  const content = JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message });
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(content);
}
