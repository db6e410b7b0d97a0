import { once } from 'node:events';
import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { stallMs } from './short-times.ts';
import type { ObjectCall } from './steps.ts';
import type { StoreAccess } from './store-access.ts';
import type { Victim } from './victim.ts';

interface StoreAnswer {
  readonly status: number;
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Refused by the trial.</Message></Error>';

/**
 * Starts a proxy between one replica and an S3 store. Requests keep their headers, so that their signatures stay valid.
 */
export async function startStoreProxy(endpoint: string, victim: Victim): Promise<StoreAccess> {
  const target = new URL(endpoint);
  const calls = new Set<Promise<unknown>>();
  const server = createServer((incoming, response) => {
    // Replicas die in the middle of a call, and so may the store.
    serve(incoming, response).catch(() => incoming.socket.destroy());
  });

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const call = callOf(incoming);
    const fate = victim.fateOfRequest(call);
    if (fate === 'die' || fate === 'die-half' || fate === 'die-late') {
      if (fate === 'die-half') await passHalf(incoming, body);
      victim.die();
      if (fate === 'die-late') deliverLate(incoming, body);
    }
    if (fate === 'refuse') return void response.writeHead(403, { 'content-type': 'application/xml' }).end(refusal);
    if (fate === 'stall') await sleep(stallMs);
    if (fate !== 'pass' && fate !== 'stall') return void incoming.socket.destroy();

    const answer = await untilOver(pass(incoming, body));
    const answerFate = victim.fateOfAnswer(call, 0);
    if (answerFate === 'die') victim.die();
    if (answerFate === 'die' || answerFate === 'cut') return void incoming.socket.destroy();
    response.writeHead(answer.status, [...answer.rawHeaders]).end(answer.body);
    if (answerFate === 'die-after') victim.dieSoon();
  }

  function open({ method, url, rawHeaders }: IncomingMessage) {
    const outgoing = openRequest({
      host: target.hostname,
      port: target.port,
      ...(method && { method }),
      path: url,
      headers: withoutConnection(rawHeaders),
      agent: false,
    });
    outgoing.on('error', () => {});
    return outgoing;
  }

  async function pass(incoming: IncomingMessage, body: Buffer): Promise<StoreAnswer> {
    const outgoing = open(incoming).end(body);
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return {
      status: answer.statusCode ?? 0,
      rawHeaders: withoutConnection(answer.rawHeaders),
      body: await buffer(answer),
    };
  }

  async function passHalf(incoming: IncomingMessage, body: Buffer): Promise<void> {
    const outgoing = open(incoming);
    await new Promise((flushed) => outgoing.write(body.subarray(0, body.length / 2), flushed));
    outgoing.destroy();
  }

  function deliverLate(incoming: IncomingMessage, body: Buffer): void {
    const delivery = sleep(victim.lateMs()).then(() => pass(incoming, body));
    untilOver(delivery).catch(() => {});
  }

  /** A call continues after its sender's death. */
  function untilOver<T>(call: Promise<T>): Promise<T> {
    calls.add(call);
    return call.finally(() => calls.delete(call));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has a port');
  return {
    port: address.port,
    settled: async () => void (await Promise.allSettled(calls)),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Customers name their files by number and count, and objects carry the file's name (C24). */
function callOf({ method = '', headers }: IncomingMessage): ObjectCall {
  const named = /filename="(\d+)-of-(\d+)\./.exec(headers['content-disposition'] ?? '');
  const file = method === 'PUT' && named ? { number: Number(named[1]), of: Number(named[2]) } : null;
  return { kind: 'object', method, file };
}

/** Removes headers that apply to one connection only (RFC 9110, section 7.6.1). */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!/^(connection|keep-alive|transfer-encoding)$/i.test(name)) kept.push(name, value);
  }
  return kept;
}
