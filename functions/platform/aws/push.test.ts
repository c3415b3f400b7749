import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { expect, test } from 'vitest';
import { mockClass } from '#test/support/run/mock-class.ts';
import { openPush } from './push.ts';

const gateway = () => {
  const mock = mockClass(ApiGatewayManagementApiClient);
  return { mock, push: openPush('https://example.org/ws', new ApiGatewayManagementApiClient({ region: 'eu-west-3' })) };
};
const gone = new GoneException({ message: 'gone', $metadata: {} });
const failure = (status: number) => Object.assign(new Error('no'), { $metadata: { httpStatusCode: status } });

test('a frame is sent as JSON', async () => {
  const { mock, push } = gateway();
  mock.on(PostToConnectionCommand).resolves({});
  expect(await push.send('c', { type: 'pong' })).toBe('sent');
  expect(mock.call(0).args[0].input).toEqual({ ConnectionId: 'c', Data: '{"type":"pong"}' });
});

test('a closed connection is tried once', async () => {
  const { mock, push } = gateway();
  mock.on(PostToConnectionCommand).rejects(gone);
  expect(await push.send('c', {})).toBe('gone');
  expect(mock.calls()).toHaveLength(1);
});

test.each([429, 500])('a push that gets %i twice is sent at the third try', async (status) => {
  const { mock, push } = gateway();
  mock.on(PostToConnectionCommand).rejectsOnce(failure(status)).rejectsOnce(failure(status)).resolves({});
  expect(await push.send('c', {})).toBe('sent');
});

test('a push that fails three times is dropped', async () => {
  const { mock, push } = gateway();
  mock.on(PostToConnectionCommand).rejects(failure(503));
  expect(await push.send('c', {})).toBe('dropped');
  expect(mock.calls()).toHaveLength(3);
});

test('closing a closed connection is no error, a gateway that does not answer is one', async () => {
  const { mock, push } = gateway();
  mock.on(DeleteConnectionCommand).rejectsOnce(gone).rejects(failure(500));
  await push.close('c');
  await expect(push.close('c')).rejects.toThrow('no');
});
