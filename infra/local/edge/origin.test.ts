import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../emulators/http-server.ts';
import { site } from './gateway.ts';

test('the page for developers is found without its last slash', async () => {
  const answers = site({
    edge: {
      find: () => expect.unreachable('the site was asked'),
      answer: () => expect.unreachable('the site was asked'),
    } as never,
    sockets: {} as never,
    localRoutes: async (request, response) => void response.end(`developers: ${request.url}`),
    config: {},
    pages: undefined,
  });
  const server = await listen(async (request, response) => answers.handle(request, response));
  onTestFinished(() => server.close());
  const answer = await fetch(`${server.endpoint}/__local?after=start`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/__local/']);
  expect(await (await fetch(`${server.endpoint}/__local`)).text()).toBe('developers: /__local/');
});
