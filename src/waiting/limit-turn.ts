import type { Socket } from 'node:net';

/** Time for the chunks of one connection in a turn of the event loop. */
const turnMs = 10;

/**
 * Returns a listener for the chunks of a body. Once the chunks of a turn of the event loop have taken `turnMs`, Node
 * reads the connection no further in this turn. Otherwise it reads up to 2 MiB, which may be 350,000 chunks. The
 * listener still gets the rest of what has been read, at most 64 KiB.
 */
export function limitTurn(connection: Socket, onData: (chunk: Buffer) => void): (chunk: Buffer) => void {
  let startedAt: number | null = null;
  let isPaused = false;

  function pause() {
    connection.pause();
  }

  function endTurn() {
    startedAt = null;
    if (isPaused) connection.resume();
    isPaused = false;
  }

  return (chunk) => {
    if (startedAt === null) {
      startedAt = performance.now();
      setImmediate(endTurn);
    }
    onData(chunk);
    if (!isPaused && performance.now() - startedAt <= turnMs) return;
    isPaused = true;
    // Node resumes the connection after each chunk, before it runs microtasks.
    queueMicrotask(pause);
  };
}
