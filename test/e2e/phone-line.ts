import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A browser's line to the site, as its proxy. */
export interface PhoneLine {
  readonly proxy: string;
  /** From now on nothing that open sockets send arrives, in either direction, and nothing is closed. */
  readonly loseSockets: () => void;
  readonly end: () => void;
}

/** Opens a line. Browsers send sockets through a proxy by CONNECT, and requests without TLS one by one. */
export async function openPhoneLine(): Promise<PhoneLine> {
  const tunnels = new Set<{ isLost: boolean; ends: Socket[] }>();
  const server = createServer((asked, answer) => {
    const { method, headers } = asked;
    const passed = request(asked.url ?? '', { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  server.on('connect', ({ url = '' }, browser: Socket) => {
    const { hostname, port } = new URL(`http://${url}`);
    const site = connect(Number(port), hostname, () => browser.write('HTTP/1.1 200 OK\r\n\r\n'));
    const tunnel = { isLost: false, ends: [browser, site] };
    tunnels.add(tunnel);
    for (const [from, to] of [
      [browser, site],
      [site, browser],
    ] as const) {
      from.on('data', (bytes) => tunnel.isLost || to.write(bytes));
      from.on('close', () => tunnel.isLost || to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseSockets: () => {
      for (const tunnel of tunnels) tunnel.isLost = true;
    },
    end: () => {
      for (const { ends } of tunnels) for (const end of ends) end.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
