import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from './environment.ts';
import type { Redact } from './redactor.ts';
import { failureText } from './submission/failure-text.ts';

export interface LogOptions {
  readonly level: LogLevel;
  readonly redact: Redact;
  readonly destination: DestinationStream;
  /** Told in every line, where several processes write into one log. */
  readonly pid?: number;
}

/** JSON lines. Of an error under `err` only what cannot hold a customer's data or a credential is written (C28). */
export function createLog({ level, redact, destination, pid }: LogOptions): Logger {
  const options = {
    level,
    base: pid === undefined ? null : { pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error, redact) },
  };
  return pino(options, destination);
}

/**
 * Readable lines on a terminal, JSON lines everywhere else. Lines that cannot be written are lost: a full disk, or a reader
 * of the log that has ended, is no reason to stop taking commissions.
 */
export async function createLogDestination(stream: NodeJS.WriteStream & { fd: number }): Promise<DestinationStream> {
  stream.on('error', () => {});
  if (!stream.isTTY) return fstatSync(stream.fd).isFile() ? fileDestination(stream.fd) : stream;
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination: stream, sync: true, translateTime: 'SYS:HH:MM:ss.l' });
}

/** Past the stream, which writes as synchronously but nothing more after an error: the disk may have room again. */
function fileDestination(file: number): DestinationStream {
  // A disk that is nearly full takes the front of a line.
  let isTorn = false;
  return {
    write(line) {
      const text = isTorn ? `\n${line}` : line;
      try {
        isTorn = writeSync(file, text) < Buffer.byteLength(text);
      } catch {
        // There is nowhere to tell of it.
      }
    },
  };
}

/** PostgreSQL's errors carry the row in `detail`, the S3 client's the whole exchange: neither is copied. */
function describeError(error: unknown, redact: Redact) {
  const text = redact(failureText(error));
  if (!(error instanceof Error)) return { message: text };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, message: text, stack: stackFrames(error) };
}

/** Where it happened, without the message that a stack begins with. */
function stackFrames(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames.join('\n');
}
