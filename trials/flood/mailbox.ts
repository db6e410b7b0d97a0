import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every mail. */
export interface Mailbox {
  readonly port: number;
  /** When the mail for this address came, as `performance.now()`, or null. */
  cameAt(address: string): number | null;
  count(): number;
  close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
  const came = new Map<string, number>();
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      stream.resume();
      stream.on('end', () => {
        count += 1;
        for (const { address } of envelope.rcptTo) came.set(address, performance.now());
        done();
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    cameAt: (address) => came.get(address) ?? null,
    count: () => count,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
