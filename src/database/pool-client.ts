import { Client } from 'pg';
import { type CancelTarget, requestCancel } from './cancel.ts';
import { type HostAddress, type HostFinder, isSameHost } from './host-finder.ts';
import { waitAtMost } from './wait-at-most.ts';

const cancelLimitMs = 500;
const cancellationsAtOnce = 4;
/** Of the time that a new connection may take: the rest is for the connection itself. */
const waitShare = 0.25;

type Failed = (error: Error) => void;
type Connected = (error: null, client: Client) => void;

/** What one pool's clients share. */
interface PoolClientOptions {
  /** Null: every client goes where its connection string says. */
  readonly finder: HostFinder | null;
  readonly connectMs: number;
}

/**
 * The clients of one pool, as `pg`'s pool takes them. They connect to the server found for them, and cancel on the server
 * what they leave unfinished: `pg` gives up a statement without a response by closing the connection, and a commit that
 * waits for a standby would go on.
 */
export function createPoolClients({ finder, connectMs }: PoolClientOptions) {
  /** The last cancellation of each lane. */
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
      // A borrowed client that breaks between two queries has no listener of the pool's, and an 'error' event without
      // one ends the process. Its next query rejects, which is all its borrower needs.
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
      // For the sessions that this one replaces; a server out of reach must not hold up a session on another one.
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
    /** Ends the connections to any other server. What they are doing rejects as it does when a connection is lost. */
    disconnectExceptFrom(host: HostAddress): void {
      for (const client of open) if (!isSameHost(client, host)) client.connection.stream.destroy();
    },
  };
}

/** Whether the server is still at work on a statement, and can be reached as far as is known. */
function isBusy(client: Client): boolean {
  return (client as { readyForQuery?: boolean }).readyForQuery === false && !client.connection.stream.destroyed;
}

/** Resolves when the server has ended the statement, or after the limit. */
async function cancel(client: Client): Promise<void> {
  const startedAt = performance.now();
  const done = new Promise<void>((resolve) => client.once('drain', resolve).once('end', resolve));
  await requestCancel(client as Client & CancelTarget, cancelLimitMs);
  await waitAtMost(Math.max(cancelLimitMs - (performance.now() - startedAt), 0), done);
}
