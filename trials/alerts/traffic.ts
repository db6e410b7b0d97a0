import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { filePart, payloadPart, postParts, validPayload } from '../../test/support/form.ts';

/** Customers who go on until they are stopped. */
export interface Traffic {
  stop(): Promise<void>;
}

/** Sends one form with a file of this size, or none for 0. Resolves with the id of the request, or null. */
export async function send(endpoint: string, fileBytes = 0): Promise<string | null> {
  const message = `alerts ${randomBytes(8).toString('hex')}`;
  const files = fileBytes === 0 ? [] : [filePart('a.png', randomBytes(fileBytes))];
  // A service that is killed, or rejects a body before its end, closes the connection.
  const sent = await postParts(endpoint, [payloadPart({ ...validPayload, message }), ...files]).catch(() => null);
  return sent?.status === 201 ? String(sent.body.id) : null;
}

/** Begins this piece of work every so many milliseconds, however long one takes. */
export function every(intervalMs: number, work: () => Promise<unknown>): Traffic {
  const running = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const piece = work().finally(() => running.delete(piece));
    running.add(piece);
  }, intervalMs);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** Repeats this piece of work, as often as it can, so many at a time. */
export function flood(count: number, work: () => Promise<unknown>): Traffic {
  let isOver = false;
  const act = async () => {
    while (!isOver) {
      await work();
      await sleep(0);
    }
  };
  const acts = Promise.all(Array.from({ length: count }, act));
  return {
    async stop() {
      isOver = true;
      await acts;
    },
  };
}
