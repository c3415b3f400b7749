import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { logger } from '#functions/platform/log.ts';
import { jitter } from '#functions/platform/retry.ts';

/** Sends to open sockets. A push is a hint: an undeliverable one is dropped, and the client catches up over HTTP. */
export interface Push {
  /** `gone` when the connection no longer exists. Never throws. */
  send(connectionId: string, frame: object): Promise<'sent' | 'gone' | 'dropped'>;
  /** Closes the connection; a closed one is no error. Throws when the gateway does not answer. */
  close(connectionId: string): Promise<void>;
}

const tries = 3;

/** The sockets behind `endpoint` (`https://…/ws`). */
export function openPush(
  endpoint: string,
  client: ApiGatewayManagementApiClient = new ApiGatewayManagementApiClient({
    endpoint,
    // No SDK retries, because a closed connection must not be tried three times.
    maxAttempts: 1,
    requestHandler: { requestTimeout: 2000, connectionTimeout: 1000, throwOnRequestTimeout: true },
  }),
): Push {
  return {
    async send(connectionId, frame) {
      const command = new PostToConnectionCommand({ ConnectionId: connectionId, Data: JSON.stringify(frame) });
      for (let attempt = 1; ; attempt++) {
        try {
          await client.send(command);
          return 'sent';
        } catch (error) {
          if (error instanceof GoneException) return 'gone';
          if (attempt === tries) {
            // The alarm PushesDropped counts this field.
            logger.warn('push dropped', { droppedPushes: 1, error: error as Error });
            return 'dropped';
          }
          await jitter(attempt);
        }
      }
    },

    async close(connectionId) {
      try {
        await client.send(new DeleteConnectionCommand({ ConnectionId: connectionId }));
      } catch (error) {
        if (!(error instanceof GoneException)) throw error;
      }
    },
  };
}
