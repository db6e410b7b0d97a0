import { Client } from 'pg';
import { waitAtMost } from '../waiting/within-limit.ts';
import { type CancelTarget, requestCancel } from './cancel.ts';
import { type HostAddress, type HostFinder, isSameHost } from './host-finder.ts';

const cancelLimitMs = 500;
const cancellationsAtOnce = 4;
/** Share of a new connection's time limit for the wait. The rest is for the connection itself. */
const waitShare = 0.25;

type Failed = (error: Error) => void;
type Connected = (error: null, client: Client) => void;

/** Options that all clients of one pool share. */
interface PoolClientOptions {
  /** Null: every client connects to the server of its connection string. */
  readonly finder: HostFinder | null;
  readonly connectMs: number;
}

/**
 * Creates the client class of one pool, for `pg`'s pool. Clients connect to the server that the finder found, and
 * cancel their unfinished statements on the server. Without that, `pg` gives up an unanswered statement by closing the
 * connection, and a commit that waits for a standby would continue.
 */
export function createPoolClients({ finder, connectMs }: PoolClientOptions) {
  /** The last cancellation of each lane. The lanes limit the number of simultaneous cancellations. */
  const lanes: Promise<void>[] = Array(cancellationsAtOnce).fill(Promise.resolve());
  const open = new Set<PoolClient>();

  function cancelInTurn(client: Client): Promise<void> {
    const cancellation = (lanes.shift() ?? Promise.resolve()).then(() => cancel(client));
    lanes.push(cancellation);
    return cancellation;
  }

  class PoolClient extends Client {
    constructor(config?: object) {
      super(config);
      // The pool does not listen to a borrowed client that breaks between two queries. An 'error' event without a
      // listener ends the process. The borrower notices the failure, because its next query rejects.
      this.on('error', () => {});
      this.on('end', () => open.delete(this));
    }

    override connect(callback?: Failed | Connected): Promise<Client> {
      const opened = this.open();
      if (callback) opened.then((client) => (callback as Connected)(null, client), callback as Failed);
      return opened;
    }

    override end(callback?: Failed): Promise<void> {
      const ended = this.cancelAndEnd();
      if (callback) void ended.then(callback as () => void);
      return ended;
    }

    private async open(): Promise<Client> {
      // Waits for cancellations of the sessions that this one replaces, but not long: their server may be unreachable.
      await waitAtMost(connectMs * waitShare, Promise.all(lanes));
      if (finder) Object.assign(this, await finder.find());
      try {
        await super.connect();
        open.add(this);
        return this;
      } catch (error) {
        finder?.forget();
        throw error;
      }
    }

    private async cancelAndEnd(): Promise<void> {
      if (isBusy(this)) {
        finder?.forget();
        await cancelInTurn(this);
      }
      await super.end();
    }
  }

  return {
    Client: PoolClient,
    /** Closes the connections to all other servers. Their running queries reject as after a lost connection. */
    disconnectExceptFrom(host: HostAddress): void {
      for (const client of open) if (!isSameHost(client, host)) client.connection.stream.destroy();
    },
  };
}

/** True when a statement is running on the server and the connection is still open. */
function isBusy(client: Client): boolean {
  return (client as { readyForQuery?: boolean }).readyForQuery === false && !client.connection.stream.destroyed;
}

/** Cancels the client's statement. Resolves when the statement has ended, or after the limit. */
async function cancel(client: Client): Promise<void> {
  const startedAt = performance.now();
  const done = new Promise<void>((resolve) => client.once('drain', resolve).once('end', resolve));
  await requestCancel(client as Client & CancelTarget, cancelLimitMs);
  await waitAtMost(Math.max(cancelLimitMs - (performance.now() - startedAt), 0), done);
}
