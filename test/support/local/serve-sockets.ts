import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { onTestFinished } from 'vitest';
import { type socketGateway, startSocketManagement } from '#infra/local/compute/socket-gateway.ts';

/** A gateway behind a server of its own, with the client that functions push by; all end with the test. */
export async function serveSockets(gateway: ReturnType<typeof socketGateway>) {
  const management = await startSocketManagement(() => gateway);
  const server = createServer().on(
    'upgrade',
    (request, socket, head) => void gateway.upgrade(request, socket, head, {}),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    gateway.close();
    server.close();
    await management.close();
  });
  const client = new ApiGatewayManagementApiClient({
    endpoint: `${management.endpoint}/ws`,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    endpoint: management.endpoint,
    client,
  };
}

/** Asks for the ticket of a new socket before `$connect`. */
export const ticketAuthorizer = {
  IdentitySource: ['route.request.querystring.ticket'],
  AuthorizerUri: 'authorizer',
};
