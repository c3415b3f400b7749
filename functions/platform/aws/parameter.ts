import * as z from 'zod/mini';
import { env } from '#functions/platform/env.ts';
import { signedHeaders } from './signature.ts';

/** Milliseconds for one read of Parameter Store. */
const timeoutMs = 3000;

const known = new Map<string, Promise<string>>();

/**
 * A value that the functions' own stack does not have when it is created. Read once per cold start from the parameter
 * of this name (`infra/naming.ts`). Throws if it cannot be read; the next call tries again.
 */
export function readParameter(name: string): Promise<string> {
  const value = known.get(name) ?? ask(name);
  known.set(name, value);
  value.catch(() => known.delete(name));
  return value;
}

const Answer = z.object({ Parameter: z.object({ Value: z.string() }) });

async function ask(name: string): Promise<string> {
  const region = env('AWS_REGION');
  const endpoint = process.env['AWS_ENDPOINT_URL_SSM'] || `https://ssm.${region}.amazonaws.com`;
  const body = JSON.stringify({ Name: name });
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' };
  const credentials = {
    accessKeyId: env('AWS_ACCESS_KEY_ID'),
    secretAccessKey: env('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env['AWS_SESSION_TOKEN'],
  };
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: await signedHeaders(
      { host: new URL(endpoint).host, body, headers },
      { service: 'ssm', region, credentials, now: Date.now() },
    ),
    body,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`Parameter ${name} cannot be read: ${answer.status}`);
  return Answer.parse(await answer.json()).Parameter.Value;
}
