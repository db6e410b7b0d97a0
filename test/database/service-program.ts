import { createInterface } from 'node:readline';
import { startEmbeddedDatabase } from '../../src/platform/database/embedded.ts';

/**
 * A process that owns an embedded database, for tests that kill it. It writes events as JSON lines, runs each line of
 * its input as a query, and closes the database at the end of the input.
 */
function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

process.on('SIGINT', () => say({ signal: 'SIGINT' }));

try {
  const database = await startEmbeddedDatabase({
    dataDirectory: process.argv[2] ?? '',
    onIdleError: () => {},
    onEvent: (event) => say({ event }),
  });
  say({ ready: true });
  for await (const line of createInterface(process.stdin)) {
    const { rows } = await database.pool.query(line);
    say({ rows });
  }
  await database.close();
  say({ closed: true });
} catch (error) {
  const { name, message } = error as Error;
  say({ error: name, message });
}
