import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { Ask, TableCall, TableReply } from '#infra/local/database/faults.ts';
import { listen, type RunningServer, readBody } from '../emulators/http-server.ts';
import type { Refused, Want } from './access.ts';
import { accessKeyIn, operatorKey } from './keys.ts';

interface Options {
  readonly target: string;
  readonly wants: (operation: string, input: unknown) => readonly Want[];
  readonly judge: (accessKeyId: string | undefined, wants: readonly Want[]) => Refused | undefined;
  /** The answer that an allowed call of a function gets in place of the engine's own. */
  readonly meet: (call: TableCall, ask: Ask) => Promise<TableReply | undefined>;
  readonly heard?: (call: TableCall, answer: string) => void;
  /** The engine is being killed, so its answers are no longer passed on. */
  readonly isCut?: () => boolean;
}

/**
 * A call that its caller may not make is refused as DynamoDB refuses it, and a call with an injected fault gets the
 * fault's answer. Every other call is passed on unchanged. A database that is down breaks the connection.
 */
export function startDynamoDbGuard(options: Options): Promise<RunningServer> {
  const { target, wants, judge, meet, heard = () => {}, isCut = () => false } = options;
  const { hostname, port } = new URL(target);
  const agent = new Agent({ keepAlive: true });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const call = callIn(request, body);
    const reply = call && (await ownReply(request, call));
    if (reply) response.writeHead(reply.status, { 'content-type': json }).end(reply.body);
    else await pass(request, body, response, call);
  };
  const callIn = ({ headers }: IncomingMessage, body: Buffer): TableCall | undefined => {
    if (accessKeyIn(headers.authorization) === operatorKey.accessKeyId) return undefined;
    const operation = String(headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const input: unknown = JSON.parse(body.toString() || '{}');
    return { operation, input, wants: wants(operation, input) };
  };
  const ownReply = async ({ headers }: IncomingMessage, call: TableCall): Promise<TableReply | undefined> => {
    const refused = judge(accessKeyIn(headers.authorization), call.wants);
    return refused ? refusalOf(refused) : meet(call, asking(headers.authorization));
  };
  const asking =
    (authorization = ''): Ask =>
    async (operation, input) => {
      const headers = { 'content-type': json, 'x-amz-target': `DynamoDB_20120810.${operation}`, authorization };
      const answered = await fetch(target, { method: 'POST', headers, body: JSON.stringify(input) });
      return { status: answered.status, body: await answered.text() };
    };
  const pass = (
    { method, url, headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
    call: TableCall | undefined,
  ) =>
    new Promise<void>((resolve) => {
      const forwarded = send({ agent, hostname, port, method, path: url, headers }, (answered) => {
        if (isCut()) {
          response.destroy();
          answered.resume().once('close', resolve);
          return;
        }
        response.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(response);
        if (call?.operation === 'Query') listenTo(answered, (text) => heard(call, text));
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

const json = 'application/x-amz-json-1.0';

function listenTo(answered: IncomingMessage, heard: (text: string) => void) {
  const parts: Buffer[] = [];
  answered.on('data', (part: Buffer) => parts.push(part));
  answered.once('end', () => heard(Buffer.concat(parts).toString()));
}

const refusalOf = ({ code, message }: Refused): TableReply => ({
  status: 400,
  body: JSON.stringify({ __type: `com.amazon.coral.service#${code}`, Message: message }),
});
