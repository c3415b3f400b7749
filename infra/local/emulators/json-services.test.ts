import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { expect, onTestFinished, test } from 'vitest';
import { openMailQueue } from '#functions/platform/aws/queue.ts';
import { keys } from '#functions/platform/keys.ts';
import { startJsonService } from './json-services.ts';

test('a parameter is read by its name, and an unknown one is refused as on AWS', async () => {
  const ssm = await startJsonService('SSM', { parameters: { '/envoyage/site-url': 'http://127.0.0.1:4000' } });
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

const arn = 'arn:aws:sqs:eu-west-3:000000000000:mails';
const url = 'https://sqs.eu-west-3.amazonaws.com/000000000000/mails';

async function aQueue() {
  const got: [string, string][] = [];
  const hidden: unknown[] = [];
  const sqs = await startJsonService('SQS', {
    queues: [arn],
    onMessage: (to, body) => got.push([to, body]),
    onHide: (...of) => {
      hidden.push(of);
      return of[1] === 'known';
    },
  });
  onTestFinished(() => sqs.close());
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const client = new SQSClient({
    endpoint: sqs.endpoint,
    region: 'eu-west-3',
    credentials,
    useQueueUrlAsEndpoint: false,
  });
  return { got, hidden, client };
}

test('a message goes to its queue', async () => {
  const { got, client } = await aQueue();
  await openMailQueue(url, client).send(keys.outbox('mail-1'));
  expect(got).toEqual([[arn, '{"pk":"OUT#mail-1","sk":"OUT"}']]);
});

test('a message that was received is hidden for as long as one says, and an unknown one is refused', async () => {
  const { hidden, client } = await aQueue();
  const { hide } = openMailQueue(url, client);
  await hide('known', 90);
  expect(hidden).toEqual([[arn, 'known', 90]]);
  await expect(hide('gone', 90)).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
});

test('an unknown queue, an empty body and a body above one megabyte are refused', async () => {
  const { got, client } = await aQueue();
  const send = (QueueUrl: string, MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await expect(send(`${url}-2`, 'x')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
  await expect(send(url, '')).rejects.toMatchObject({ name: 'MissingParameter' });
  await expect(send(url, 'x'.repeat(1_048_577))).rejects.toMatchObject({ name: 'InvalidParameterValue' });
  expect(got).toEqual([]);
});
