import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Where the service of an example runs unless it is told. */
export const usualAddress = 'http://127.0.0.1:3000/';

export interface HostOptions {
  /** Folder of `examples/`. */
  readonly folder: string;
  /** In the place of `usualAddress` wherever a file names it. */
  readonly serviceAddress?: () => string;
}

export interface Host {
  readonly origin: string;
  close(): Promise<void>;
}

/** A plain web server for a folder, of an origin that is not the service's. */
export async function startHost({ folder, serviceAddress = () => usualAddress }: HostOptions): Promise<Host> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const path = join(
      import.meta.dirname,
      '../..',
      folder,
      pathname.endsWith('/') ? `${pathname}index.html` : pathname,
    );
    const content = await readFile(path, 'utf8').catch(() => null);
    response.writeHead(content === null ? 404 : 200, { 'content-type': mediaTypes[extname(path)] ?? 'text/plain' });
    response.end(content?.replaceAll(usualAddress, serviceAddress()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
