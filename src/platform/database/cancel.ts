import { Connection } from 'pg';

/** The fields of a client that identify its session to the server (PostgreSQL manual, 55.2.10). */
export interface CancelTarget {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean | object;
  readonly processID: number;
  readonly secretKey: number;
}

/** Methods of `pg`'s connection that its types omit. */
interface CancelConnection extends Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server over a separate connection to cancel the session's current statement. Resolves when the server has
 * received the request, or when it cannot be reached within the limit. The protocol does not distinguish the two.
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
