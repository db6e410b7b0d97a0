import type { IncomingMessage } from 'node:http';
import { ClientGoneError, RequestBrokenOffError, RequestTooLargeError } from '../failure/errors.ts';
import type { FormReader } from '../form-data/form-reader.ts';
import { createYoungCollection } from '../memory/young-garbage.ts';
import type { RequestSpool } from '../spool/spool.ts';
import { type BodyUnderWay, type PaceLimits, type ReceivedForm, watchPace } from './body-pace.ts';

/**
 * A chunk that takes the reader longer ends the turn of the event loop, as none of a file does. Node hands over all that
 * have come, up to 2 MiB, before it looks after anybody else.
 */
const longChunkMs = 1;

/** The chunks of shorter bodies are collected with the rest of their request's garbage. */
const longBodyBytes = 512 * 1024;

/**
 * Node allocates each chunk outside the heap, where nothing makes V8 collect the few young objects that hold them. Left
 * to itself it marks the whole heap for every 64 MiB that arrive, which takes a fifth of an upload's CPU time.
 */
const collectChunks = createYoungCollection(4 * 1024 * 1024);

export interface BodyReading {
  readonly spool: RequestSpool;
  /** Kept up to date with how much has come. */
  readonly received: ReceivedForm;
  /** Cap on the body. */
  readonly maxBytes: number;
  readonly pace: PaceLimits;
  /** Called before the first byte of a body that has not come whole. */
  onUnderWay(body: BodyUnderWay): void;
  /** Called at the end of the body. True when the client ended or garbled its request before that. */
  isBrokenOff(): boolean;
}

/**
 * Feeds the body to the reader, no faster than the spool takes it. Resolves when the body is over or the verdict is
 * decided, which is checked after each chunk; what is left of the body then stays unread in the paused stream.
 * Rejects with what the reader threw, with the disk's error, RequestTooLargeError, RequestTimeoutError,
 * RequestBrokenOffError or ClientGoneError.
 *
 * Listens to events because an async iterator over the body costs a tenth to a fifth of a CPU second more a GiB.
 */
export function readBody(
  body: IncomingMessage,
  reader: FormReader,
  isDecided: () => boolean,
  reading: BodyReading,
): Promise<void> {
  const { spool, received, maxBytes, pace: limits, onUnderWay, isBrokenOff } = reading;
  return new Promise((resolve, reject) => {
    let settled = false;
    // Most small bodies have come whole: no timers.
    const pace = body.complete ? null : watchPace(received, limits, settle);
    if (pace) onUnderWay(pace);

    function onData(chunk: Buffer) {
      const startedAt = performance.now();
      try {
        feed(chunk);
        if (received.bodyBytes > longBodyBytes) collectChunks(chunk.length);
      } catch (error) {
        return settle(error);
      }
      if (isDecided()) return settle();
      const pressure = spool.pressure();
      if (pressure) waitFor(pressure);
      else if (performance.now() - startedAt > longChunkMs) resumeNextTurn();
    }

    function waitFor(pressure: Promise<void>) {
      body.pause();
      pace?.pause();
      pressure.then(resume, settle);
    }

    /** The sender's pace counts on: expensive chunks must not buy it time. */
    function resumeNextTurn() {
      body.pause();
      setImmediate(() => {
        if (!settled) body.resume();
      });
    }

    function feed(chunk: Buffer) {
      const room = maxBytes - received.bodyBytes;
      received.bodyBytes += chunk.length;
      // What is within the cap is read first: it may hold a verdict that comes before the cap's (C9).
      reader.write(chunk.length > room ? chunk.subarray(0, room) : chunk);
      if (chunk.length > room && !isDecided()) {
        throw new RequestTooLargeError(`The request body is over ${maxBytes} bytes`);
      }
    }

    function resume() {
      pace?.resume();
      if (!settled) body.resume();
    }

    function onEnd() {
      try {
        if (isBrokenOff()) throw new RequestBrokenOffError();
        reader.end();
        settle();
      } catch (error) {
        settle(error);
      }
    }

    function onGone() {
      settle(new ClientGoneError());
    }

    function settle(error?: unknown) {
      if (settled) return;
      settled = true;
      pace?.stop();
      body.off('data', onData).off('end', onEnd).off('close', onGone);
      body.pause();
      if (error === undefined) resolve();
      else reject(error);
    }

    // The listener stays: a connection that breaks while the response is under way must not crash the process.
    body.on('error', onGone);
    body.on('end', onEnd).on('close', onGone).on('data', onData);
    if (body.destroyed) onGone();
  });
}
