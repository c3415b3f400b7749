import { createServer } from 'vite';

/** Serves the page with every part of `web/ui` in its states. The port is 4010, or the next free one. */
export async function servePartsPage(): Promise<void> {
  const server = await createServer({
    configFile: 'web/vite.config.ts',
    root: 'test/gallery',
    publicDir: '../../web/public',
    cacheDir: '../../node_modules/.vite-gallery',
    server: { host: '127.0.0.1', port: 4010, fs: { allow: ['../..'] } },
  });
  await server.listen();
  server.printUrls();
}
