import { beforeEach, expect, test, vi } from 'vitest';
import { startJsonService } from '#infra/local/emulators/json-services.ts';

const name = '/envoyage/dev/site-url';

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
});

const aColdStart = async () => (await import('./parameter.ts')).siteUrl;

async function withParameters(parameters: Record<string, string>) {
  const ssm = await startJsonService('SSM', { parameters });
  const variables = {
    AWS_ENDPOINT_URL_SSM: ssm.endpoint,
    AWS_REGION: 'eu-west-3',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    SITE_URL: '',
    SITE_URL_PARAMETER: name,
  };
  for (const [variable, value] of Object.entries(variables)) vi.stubEnv(variable, value);
  return ssm;
}

test('a site with a domain knows its address', async () => {
  vi.stubEnv('SITE_URL', 'https://envoyage.example/');
  expect(await (await aColdStart())()).toBe('https://envoyage.example');
});

test('a site without a domain reads its address once from the parameter', async () => {
  const parameters = { [name]: 'https://d111.cloudfront.net' };
  const ssm = await withParameters(parameters);
  const siteUrl = await aColdStart();
  expect(await siteUrl()).toBe('https://d111.cloudfront.net');
  parameters[name] = 'https://changed.example';
  expect(await siteUrl()).toBe('https://d111.cloudfront.net');
  await ssm.close();
});

test('an address that is not stored yet is read again', async () => {
  const parameters: Record<string, string> = {};
  const ssm = await withParameters(parameters);
  const siteUrl = await aColdStart();
  await expect(siteUrl()).rejects.toThrow(name);
  parameters[name] = 'https://d111.cloudfront.net';
  expect(await siteUrl()).toBe('https://d111.cloudfront.net');
  await ssm.close();
});
