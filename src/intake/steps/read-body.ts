import type { IncomingMessage } from 'node:http';
import { ClientGoneError, RequestBrokenOffError, RequestTooLargeError } from '../../platform/failure/errors.ts';
import { isTurnSpent, limitTurn, spendTurn } from '../../platform/waiting/event-loop.ts';
import { createMinorCollections } from '../../platform/waiting/forced-collections.ts';
import type { FormReader } from '../form-data/form-reader.ts';
import type { RequestSpool } from '../spool/spool.ts';
import { type BodyUnderWay, type PaceLimits, type ReceivedForm, watchPace } from './body-pace.ts';

/** No chunk of a file takes the reader this long. */
const longChunkMs = 1;

/** Chunks of shorter bodies are collected with the other garbage of their request. */
const longBodyBytes = 512 * 1024;

/**
 * Node allocates chunks outside the heap, and the few young objects that hold them trigger no minor collection. Without
 * forced collections V8 marks the whole heap for every 64 MiB received, which takes a fifth of an upload's CPU time.
 */
const collectChunks = createMinorCollections(4 * 1024 * 1024);

export interface BodyReading {
  readonly spool: RequestSpool;
  /** Updated while the body is read. */
  readonly received: ReceivedForm;
  /** Maximum bytes of the body. */
  readonly maxBytes: number;
  readonly pace: PaceLimits;
  /** Called before the first byte is read, unless the body has already arrived whole. */
  onUnderWay(body: BodyUnderWay): void;
  /** Called at the end of the body. True when the client ended its request early or sent invalid HTTP. */
  isBrokenOff(): boolean;
}

/**
 * Feeds the body to the reader, no faster than the spool accepts it. Resolves at the end of the body or when the
 * verdict is decided, which is checked after each chunk. The rest of the body then stays unread in the paused stream.
 * Rejects with the reader's error, the disk's error, RequestTooLargeError, RequestTimeoutError, RequestBrokenOffError
 * or ClientGoneError.
 *
 * Listens to events, because an async iterator costs a tenth to a fifth of a CPU second more per GiB.
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
    // Most small bodies have already arrived whole, and need neither limits nor timers.
    const onData = body.complete ? readChunk : limitTurn(body.socket, readChunk);
    const pace = body.complete ? null : watchPace(received, limits, settle);
    if (pace) onUnderWay(pace);

    function readChunk(chunk: Buffer) {
      if (isTurnSpent()) return readNextTurn(chunk);
      const startedAt = performance.now();
      try {
        feed(chunk);
        if (received.bodyBytes > longBodyBytes) collectChunks(chunk.length);
      } catch (error) {
        return settle(error);
      } finally {
        if (performance.now() - startedAt > longChunkMs) spendTurn();
      }
      if (isDecided()) return settle();
      const pressure = spool.pressure();
      if (pressure) waitFor(pressure);
    }

    function waitFor(pressure: Promise<void>) {
      body.pause();
      pace?.pause();
      pressure.then(resume, settle);
    }

    /** The pace is not paused: a sender must not gain time by chunks that take long to process. */
    function readNextTurn(chunk: Buffer) {
      body.pause();
      body.unshift(chunk);
      setImmediate(() => {
        if (!settled) body.resume();
      });
    }

    function feed(chunk: Buffer) {
      const room = maxBytes - received.bodyBytes;
      received.bodyBytes += chunk.length;
      // The bytes within the cap are read first: they may hold a verdict that goes before the cap's (C9).
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

    // This listener stays, because a connection that breaks during the response must not crash the process.
    body.on('error', onGone);
    body.on('end', onEnd).on('close', onGone).on('data', onData);
    if (body.destroyed) onGone();
  });
}
