import * as z from 'zod/mini';
import { listen, type RunningServer } from './http-server.ts';
import { answerJson, type JsonGuard, operation, ServiceError } from './json-protocol.ts';

/** Systems Manager's Parameter Store, read only: the values that the stacks of the template write on AWS. */
export function startSsm(options: {
  parameters: Readonly<Record<string, string>>;
  port?: number;
  guard?: JsonGuard;
}): Promise<RunningServer> {
  const operations = {
    GetParameter: operation(z.object({ Name: z.string() }), ({ Name }) => {
      const Value = options.parameters[Name];
      if (Value === undefined) throw new ServiceError('ParameterNotFound', `Parameter ${Name} not found.`);
      return { Parameter: { Name, Value, Type: 'String', Version: 1, DataType: 'text' } };
    }),
  };
  return listen((request, response) => answerJson(operations, request, response, options.guard), options.port);
}
