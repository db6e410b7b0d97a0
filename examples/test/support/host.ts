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

/** The default address of the service in the examples. */
export const usualAddress = 'http://127.0.0.1:3000/';

export interface HostOptions {
  /** A folder of `examples/`. */
  readonly folder: string;
  /** Replaces `usualAddress` wherever a file contains it. */
  readonly serviceAddress?: () => string;
}

export interface Host {
  readonly origin: string;
  close(): Promise<void>;
}

/** Starts a plain web server for a folder, on another origin than the service's. */
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
