import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { documentsOf, isAsset, isPage } from '#web/worker/push.ts';

const run = promisify(execFile);

/** The site of this run, as the local product has built it. */
const firstBuild = 'dist/web';

/** Inside the checkout: the renderer of a build looks for its packages from there. */
const newFolder = () => {
  mkdirSync('dist/releases', { recursive: true });
  return mkdtempSync('dist/releases/');
};

interface Built {
  readonly siteFolder: string;
  readonly remove: () => void;
}

/** Builds the site again as a later release would be, with another operator in its pages: nearly all files change. */
export async function buildNextRelease(): Promise<Built> {
  const folder = newFolder();
  const folders = { siteFolder: join(folder, 'site'), rendererFolder: join(folder, 'renderer') };
  const code = `import('./infra/build/site.ts').then(({ buildSite }) => buildSite(${JSON.stringify(folders)}))`;
  await run(process.execPath, ['-e', code], {
    cwd: resolve('.'),
    env: { ...process.env, NODE_ENV: 'production', ENVOYAGE_LEGAL_NAME: 'Exploitant de la version suivante' },
  });
  return { siteFolder: folders.siteFolder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** One site folder over which releases are put, in front of the functions and data of this run. */
export interface ReleasedSite {
  readonly origin: string;
  /** Puts a build over the folder, as a deploy does: earlier files stay. */
  put(build: string): void;
  /** How the line to the site is from now on: `slow` never brings a file, `broken` answers documents with a 503. */
  line(now: 'good' | 'slow' | 'broken'): void;
  /** The first file of the application as the folder has it now. */
  entry(): string;
  close(): void;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Serves a folder of its own at an origin of its own, so that each test has a device that knows nothing. */
export async function openReleasedSite(): Promise<ReleasedSite> {
  const folder = newFolder();
  cpSync(firstBuild, folder, { recursive: true });
  let line: Parameters<ReleasedSite['line']>[0] = 'good';
  const isHere = (path: string) => existsSync(join(folder, path)) && extname(path) !== '';
  const fileOf = (path: string) => {
    if (isHere(path)) return path;
    return isPage(path) ? documentsOf(path).find(isHere) : undefined;
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const file = fileOf(pathname);
    if (!file) return forward(request, response);
    if (line === 'slow' && isAsset(pathname)) return;
    if (line === 'broken' && file.endsWith('.html')) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('Service Unavailable');
      return;
    }
    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isAsset(pathname) ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(readFileSync(join(folder, file)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    put: (build) => cpSync(build, folder, { recursive: true }),
    line: (now) => {
      line = now;
      if (now === 'good') server.closeAllConnections();
    },
    entry: () => entryOf(readFileSync(join(folder, 'app.html'), 'utf8')),
    close: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The first file of the application that a document names. */
const entryOf = (html: string) => /<script[^>]*type="module"[^>]*src="([^"]+)"/.exec(html)?.[1] ?? '';

/** Passes calls on to the product of this run. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
  const body = Buffer.concat(parts);
  const answer = await fetch(inject('origin') + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 ? { body } : {}),
  }).catch(() => undefined);
  if (!answer) return void response.writeHead(502).end();
  const type = answer.headers.get('content-type');
  response.writeHead(answer.status, type ? { 'content-type': type } : {});
  response.end(Buffer.from(await answer.arrayBuffer()));
}
