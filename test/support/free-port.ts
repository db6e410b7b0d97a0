import { createServer } from 'node:net';

/** Resolves with an unused port of 127.0.0.1, for a process that cannot choose a port itself. */
export function freePort(): Promise<number> {
  return freePorts([0]);
}

/**
 * Resolves with a port for which the ports at these offsets are unused. They lie below the system's range of ephemeral
 * ports, so that no connection and no other test gets one of them before the process listens.
 */
export async function freePorts(offsets: readonly number[]): Promise<number> {
  for (;;) {
    const base = 10_000 + Math.floor(Math.random() * 20_000);
    const free = await Promise.all(offsets.map((offset) => isFree(base + offset)));
    if (free.every(Boolean)) return base;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
