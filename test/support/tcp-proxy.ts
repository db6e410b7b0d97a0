import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

/** A proxy in front of a server. It simulates a network and a server that fail on demand. */
export interface TcpProxy {
  /** The port on 127.0.0.1. It stays the same when the proxy refuses connections and accepts them again. */
  readonly port: number;
  /** Lets new connections and all bytes pass again. Delivers held bytes and removes any trap. */
  pass(): Promise<void>;
  /** Breaks every connection and refuses new ones until `pass`. */
  refuse(): void;
  /** Breaks every connection and accepts new ones. */
  cut(): void;
  /** Holds back everything the server sends until `pass`. */
  holdAnswers(): void;
  /** Waits for the next chunk from a client that contains `marker`. Resolves when the trap has been triggered. */
  trap(trap: Trap): Promise<void>;
  /** Delivers the delayed requests to the server. Resolves when the server has processed them. */
  deliverLate(): Promise<void>;
  close(): Promise<void>;
}

export interface Trap {
  /** Only found when it arrives in one chunk. */
  readonly marker: string;
  /**
   * `lose-request`: the server never receives the bytes. `delay-request`: the server receives the bytes at
   * `deliverLate`, after the client has disconnected. `lose-answer`: the server responds, but the client never receives
   * the response.
   */
  readonly effect: 'lose-request' | 'delay-request' | 'lose-answer';
  /** Applies after the client's connection has been broken. */
  readonly afterwards: 'pass' | 'refuse';
}

interface SetTrap extends Trap {
  reached(): void;
}

interface Link {
  readonly client: Socket;
  readonly upstream: Socket;
  /** The trap that discards the server's response to these bytes. */
  doomedBy: SetTrap | null;
  held: Buffer[];
  /** The bytes that reach the server late. */
  late: Buffer | null;
}

export async function startTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Link>();
  let traps: SetTrap[] = [];
  let lateLinks: Link[] = [];
  let isHolding = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    const link: Link = { client, upstream, doomedBy: null, held: [], late: null };
    links.add(link);
    client.on('data', (chunk: Buffer) => onRequest(link, chunk));
    upstream.on('data', (chunk: Buffer) => onAnswer(link, chunk));
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
    for (const socket of [client, upstream]) socket.on('error', () => breakLink(link)).on('close', () => drop(link));
  });
  // While the proxy refuses connections, another program could get a port of the ephemeral range and answer there.
  const port = await freePort();
  await listen(server, port);

  function onRequest(link: Link, chunk: Buffer): void {
    const trap = traps.find(({ marker }) => chunk.includes(marker));
    if (trap) traps = traps.filter((other) => other !== trap);
    if (trap?.effect === 'delay-request') delay(link, chunk);
    if (trap && trap.effect !== 'lose-answer') {
      spring(trap, link);
      return;
    }
    link.doomedBy = trap ?? link.doomedBy;
    link.upstream.write(chunk);
  }

  function delay(link: Link, chunk: Buffer): void {
    link.late = chunk;
    links.delete(link);
    lateLinks.push(link);
  }

  function onAnswer(link: Link, chunk: Buffer): void {
    if (link.late) return;
    if (link.doomedBy) spring(link.doomedBy, link);
    else if (isHolding) link.held.push(chunk);
    else link.client.write(chunk);
  }

  function spring(trap: SetTrap, link: Link): void {
    if (trap.afterwards === 'refuse') refuse();
    else breakLink(link);
    trap.reached();
  }

  function cut(): void {
    for (const link of links) breakLink(link);
  }

  function refuse(): void {
    server.close();
    cut();
  }

  function drop(link: Link): void {
    links.delete(link);
    if (!link.late) link.upstream.destroy();
    if (link.held.length === 0) link.client.destroy();
  }

  return {
    port,
    cut,
    refuse,
    async pass() {
      isHolding = false;
      traps = [];
      for (const link of links) link.client.write(Buffer.concat(link.held.splice(0)));
      if (!server.listening) await listen(server, port);
    },
    holdAnswers() {
      isHolding = true;
    },
    trap: (trap) => new Promise((reached) => traps.push({ ...trap, reached })),
    async deliverLate() {
      const due = lateLinks;
      lateLinks = [];
      const closed = due.map(({ upstream }) => once(upstream, 'close'));
      for (const { upstream, late } of due) upstream.end(late ?? '');
      await Promise.all(closed);
    },
    async close() {
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
      cut();
      for (const { upstream } of lateLinks) upstream.destroy();
      await closed;
    },
  };
}

function breakLink({ client, upstream, late }: Link): void {
  client.resetAndDestroy();
  if (!late) upstream.destroy();
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}
