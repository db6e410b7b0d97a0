import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMessageReader, endsRequest, type Message, statementOf } from './postgres-messages.ts';
import type { Statement } from './steps.ts';
import type { StoreAccess } from './store-access.ts';
import type { Victim } from './victim.ts';

interface Session {
  readonly client: Socket;
  readonly upstream: Socket;
  /** The requests without a response so far; null for the start of the session. */
  readonly asked: (Statement | null)[];
  answer: Buffer[];
  rows: number;
  /** True when the last request must arrive after the client has disconnected. */
  isLate: boolean;
}

/**
 * Starts a proxy between one replica and a PostgreSQL without password. Forwards whole requests and whole responses, so
 * that a process can die exactly between two of them.
 */
export async function startDatabaseProxy(target: NetConnectOpts, victim: Victim): Promise<StoreAccess> {
  const sessions = new Set<Session>();
  const lateCalls = new Set<Promise<void>>();
  const server = createServer((client) => {
    const session: Session = { client, upstream: connect(target), asked: [], answer: [], rows: 0, isLate: false };
    sessions.add(session);
    forward(session);
  });

  function forward(session: Session): void {
    const { client, upstream } = session;
    const readClient = createMessageReader('startup');
    const readServer = createMessageReader('typed');
    let request: Message[] = [];
    client.on('data', (chunk: Buffer) => {
      for (const message of readClient(chunk)) {
        request.push(message);
        if (!endsRequest(message)) continue;
        onRequest(session, request);
        request = [];
      }
    });
    upstream.on('data', (chunk: Buffer) => {
      for (const message of readServer(chunk)) onMessage(session, message);
    });
    // A message with which the server ends a session is not a response to a request.
    upstream.on('end', () => client.end(Buffer.concat(session.answer)));
    client.on('close', () => drop(session)).on('error', () => drop(session));
    upstream.on('close', () => drop(session)).on('error', () => drop(session));
  }

  function onRequest(session: Session, request: readonly Message[]): void {
    const statement = statementOf(request);
    const bytes = Buffer.concat(request.map((message) => message.bytes));
    const fate = statement ? victim.fateOfRequest(statement) : 'pass';
    if (fate === 'die' || fate === 'cut') {
      if (fate === 'die') victim.die();
      drop(session);
      return;
    }
    if (fate === 'die-late') {
      session.isLate = true;
      victim.die();
      deliverLate(session, bytes);
      return;
    }
    session.asked.push(statement);
    session.upstream.write(bytes);
  }

  function deliverLate(session: Session, bytes: Buffer): void {
    const delivery = sleep(victim.lateMs()).then(async () => {
      if (session.upstream.closed) return;
      const answered = once(session.upstream, 'close');
      session.upstream.end(bytes);
      await answered;
    });
    const call = delivery.catch(() => {}).finally(() => lateCalls.delete(call));
    lateCalls.add(call);
  }

  function onMessage(session: Session, { type, bytes }: Message): void {
    if (session.isLate) return;
    session.answer.push(bytes);
    if (type === 'D') session.rows += 1;
    if (type === 'Z') onAnswer(session);
  }

  function onAnswer(session: Session): void {
    const statement = session.asked.shift() ?? null;
    const fate = statement ? victim.fateOfAnswer(statement, session.rows) : 'pass';
    const answer = Buffer.concat(session.answer);
    session.answer = [];
    session.rows = 0;
    if (fate === 'die') victim.die();
    if (fate === 'die' || fate === 'cut') {
      drop(session);
      return;
    }
    session.client.write(answer);
    if (fate === 'die-after') victim.dieSoon();
  }

  function drop(session: Session): void {
    sessions.delete(session);
    session.client.destroy();
    if (!session.isLate) session.upstream.destroy();
  }

  return {
    port: await listen(server),
    settled: async () => void (await Promise.all(lateCalls)),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) drop(session);
      await closed;
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port');
  return address.port;
}
