import type { NetConnectOpts } from 'node:net';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Starts a proxy in front of a database. Resolves with the URL that leads through it. */
export async function startDatabaseProxy(url: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const proxy = await startTcpProxy(addressOf(url));
  return { proxy, url: `postgres://postgres@127.0.0.1:${proxy.port}/${databaseOf(url)}` };
}

/**
 * Returns the address on which a PostgreSQL listens: host and port, or a socket in the directory that `?host=` names.
 */
function addressOf(url: string): NetConnectOpts {
  const { hostname, port, searchParams } = new URL(url.replace('@/', '@localhost/'));
  const directory = searchParams.get('host');
  if (directory?.startsWith('/')) return { path: `${directory}/.s.PGSQL.${port || 5432}` };
  return { host: hostname, port: Number(port || 5432) };
}

function databaseOf(url: string): string {
  return /^\w+:\/\/[^/]*\/([^?]*)/.exec(url)?.[1] ?? '';
}
