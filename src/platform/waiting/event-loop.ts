import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whether a request has done long work in the current turn of the event loop. */
let spent = false;

/** True when the chunks of every request have to wait for a later turn. */
export function isTurnSpent(): boolean {
  return spent;
}

/** Marks the current turn as spent. */
export function spendTurn(): void {
  if (spent) return;
  spent = true;
  setImmediate(() => {
    spent = false;
  });
}

/**
 * Returns a wait to call after each of many pieces of work. It ends the turn of the event loop once the pieces have taken
 * this long.
 */
export function createSlices(sliceMs: number): () => Promise<void> {
  let endsAt = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < endsAt) return;
    await nextTurn();
    endsAt = performance.now() + sliceMs;
  };
}

/** A turn of the event loop delivers at most 32 chunks of a file, but 11,000 of one byte for each read of 64 KiB. */
const maxChunks = 4096;

/**
 * Returns a listener for the chunks of a body. After `maxChunks` in one turn of the event loop, Node reads the
 * connection no further in this turn. Otherwise it reads up to 2 MiB, which may be 350,000 chunks. The listener still
 * gets the rest of the bytes that were read, at most 64 KiB.
 */
export function limitTurn(connection: Socket, onData: (chunk: Buffer) => void): (chunk: Buffer) => void {
  let chunks = 0;

  function pause() {
    connection.pause();
  }

  function endTurn() {
    if (chunks > maxChunks) connection.resume();
    chunks = 0;
  }

  return (chunk) => {
    if (chunks === 0) setImmediate(endTurn);
    chunks += 1;
    onData(chunk);
    // Node resumes the connection after each chunk, before it runs microtasks.
    if (chunks > maxChunks) queueMicrotask(pause);
  };
}
