import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { freePort } from '../support/free-port.ts';

/** A slow network in front of a database server. */
export interface Delay {
  /** The URL of the database through the delay. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * @param url The URL of a server without TLS.
 * @param delayMs The delay of the server's responses.
 */
export async function startDelay(url: string, delayMs: number): Promise<Delay> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    const client = track(incoming);
    const upstream = track(connect(serverOf(url)));
    client.pipe(upstream);
    upstream.on('data', (chunk) => setTimeout(() => client.write(chunk), delayMs));
    upstream.on('close', () => setTimeout(() => client.destroy(), delayMs));
    client.on('close', () => upstream.destroy());
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: throughPort(url, port),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the address in a URL that has a host, or a socket's folder as `?host=`. */
function serverOf(url: string): NetConnectOpts {
  const folder = new URLSearchParams(url.split('?')[1]).get('host');
  if (folder !== null) return { path: `${folder}/.s.PGSQL.5432` };
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
}

function throughPort(url: string, port: number): string {
  return url.replace(/^(postgres:\/\/[^@]*@)[^/]*(\/[^?]*).*$/, `$1127.0.0.1:${port}$2`);
}
