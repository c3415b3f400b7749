import * as z from 'zod/mini';
import { signedHeaders } from './aws-signature.ts';
import { env } from './env.ts';

/** Milliseconds for the one look at Parameter Store. */
const patience = 3000;

let known: Promise<string> | undefined;

/**
 * The site's own address without a slash at the end, read once per cold start: a setting when the site has a domain, else
 * the parameter into which the web stack writes it (docs/decisions: site origin). A request's Host is never used.
 */
export function siteUrl(): Promise<string> {
  known ??= readSiteUrl().catch((error: unknown) => {
    // The next call asks again.
    known = undefined;
    throw error;
  });
  return known;
}

async function readSiteUrl(): Promise<string> {
  const url = process.env['SITE_URL'] || (await readParameter(env('SITE_URL_PARAMETER')));
  return url.replace(/\/+$/, '');
}

const Answer = z.object({ Parameter: z.object({ Value: z.string() }) });

async function readParameter(name: string): Promise<string> {
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
    headers: signedHeaders(
      { host: new URL(endpoint).host, body, headers },
      { service: 'ssm', region, credentials, now: Date.now() },
    ),
    body,
    signal: AbortSignal.timeout(patience),
  });
  if (!answer.ok) throw new Error(`Parameter ${name} cannot be read: ${answer.status}`);
  return Answer.parse(await answer.json()).Parameter.Value;
}
