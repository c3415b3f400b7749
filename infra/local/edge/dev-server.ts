import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'vite';
import { buildFunctions } from '../../build/functions.ts';
import { sharePicturesPlugin } from '../../build/share-pictures.ts';
import { operatorVariables } from '../../build/site.ts';
import { readSettings } from '../../config.ts';
import { forget } from '../build-cache.ts';

export interface DevServer {
  pages: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  close(): Promise<void>;
}

/** `npm run dev`: pages from the sources with hot reload, and functions built again at each change. */
export async function startDevServer(server: Server, onFunctionsBuilt: () => void): Promise<DevServer> {
  Object.assign(process.env, operatorVariables(readSettings()));
  const vite = await createServer({
    configFile: 'web/vite.config.ts',
    plugins: [sharePicturesPlugin],
    appType: 'spa',
    server: { middlewareMode: true, ws: { server } },
  });
  forget('functions');
  const built = Promise.withResolvers<void>();
  const onBuilt = () => {
    onFunctionsBuilt();
    built.resolve();
  };
  const functions = await buildFunctions({ watch: { onBuilt } });
  // The watch first empties the folder: functions exist again after the first build.
  await built.promise;
  return {
    pages: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve);
        vite.middlewares(request, response, (error: unknown) => {
          if (error) reject(error);
          else response.writeHead(404).end();
        });
      }),
    async close() {
      await Promise.all([vite.close(), functions.stop()]);
    },
  };
}
