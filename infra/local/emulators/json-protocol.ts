import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { accessKeyIn } from '../iam/keys.ts';
import { readBody } from './http-server.ts';

/** A refusal in the form of an AWS service: its exception name and its text. */
export class ServiceError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
  }
}

export type Operation = (input: unknown) => object | Promise<object>;

/** An operation whose input is checked first, as the service does; unknown members are ignored. */
export function operation<T>(shape: z.ZodMiniType<T>, run: (input: T) => object | Promise<object>): Operation {
  return (input) => {
    const parsed = z.safeParse(shape, input);
    if (parsed.success) return run(parsed.data);
    throw new ServiceError('InvalidParameterException', z.prettifyError(parsed.error));
  };
}

/** Looks at a call before it is answered, and refuses it with a ServiceError. Without a guard everything is allowed. */
export type JsonGuard = (call: { accessKeyId: string | undefined; operation: string; input: unknown }) => void;

/**
 * Answers one request of the AWS JSON 1.1 protocol: `x-amz-target: <Service>.<Operation>`, JSON in, JSON out,
 * refusals as 400 with `__type`. An unknown operation is refused by name.
 */
export async function answerJson(
  operations: Readonly<Record<string, Operation>>,
  request: IncomingMessage,
  response: ServerResponse,
  guard?: JsonGuard,
): Promise<void> {
  const name = String(request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
  const body = (await readBody(request)).toString();
  try {
    const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
    if (!operation) throw new ServiceError('UnknownOperationException', `${name || 'This request'} is not emulated`);
    const input: unknown = JSON.parse(body || '{}');
    guard?.({ accessKeyId: accessKeyIn(request.headers.authorization), operation: name, input });
    send(response, 200, await operation(input));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    response.setHeader('x-amzn-errortype', error.code);
    send(response, 400, { __type: error.code, message: error.message });
  }
}

function send(response: ServerResponse, status: number, content: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(content));
}
