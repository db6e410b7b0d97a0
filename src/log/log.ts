import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import type { LogLevel } from './log-level.ts';
import type { Redact } from './redactor.ts';

interface LogOptions {
  readonly level: LogLevel;
  readonly redact: Redact;
  readonly destination: DestinationStream;
}

/** JSON lines. Of an error under `err` only what cannot hold a customer's data or a credential is written (C28). */
export function createLog({ level, redact, destination }: LogOptions): Logger {
  const options = {
    level,
    base: null,
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
  return pretty({ destination: stream, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
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
