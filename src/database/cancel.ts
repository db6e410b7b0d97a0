import { Connection } from 'pg';

/** What of a client tells the server which of its sessions is meant (PostgreSQL manual, 55.2.10). */
export interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
}

/** Of `pg`'s connection, what its types leave out. */
interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server, over a connection of its own, to cancel what the session is doing. Resolves when the server has taken
 * the request or cannot be reached within the limit; there is no response that tells which.
 */
export function requestCancel(target: CancelTarget, limitMs: number): Promise<void> {
  const { host, port, ssl, processID, secretKey } = target;
  const connection = new Connection({ ssl }) as CancelConnection;
  return new Promise((resolve) => {
    const timer = setTimeout(done, limitMs);
    function done() {
      clearTimeout(timer);
      connection.stream.destroy();
      resolve();
    }
    const cancel = () => connection.cancel(processID, secretKey);
    connection.on('error', done).on('end', done).on('sslconnect', cancel);
    connection.on('connect', () => (ssl ? connection.requestSsl() : cancel()));
    if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
    else connection.connect(port, host);
  });
}
