import { expect, test } from 'vitest';
import { startSsm } from './ssm.ts';

test('a parameter is read by its name, and an unknown one is refused as on AWS', async () => {
  const ssm = await startSsm({ parameters: { '/envoyage/site-url': 'http://127.0.0.1:4000' } });
  const read = async (Name: string) => {
    const answer = await fetch(ssm.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
      body: JSON.stringify({ Name }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  expect(await read('/envoyage/site-url')).toMatchObject({ body: { Parameter: { Value: 'http://127.0.0.1:4000' } } });
  expect(await read('/other')).toMatchObject({ status: 400, body: { __type: 'ParameterNotFound' } });
  await ssm.close();
});
