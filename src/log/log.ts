import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';
import type { Redact } from './redactor.ts';

interface LogOptions {
  readonly level: LevelWithSilent;
  readonly redact: Redact;
  readonly destination: DestinationStream;
}

/** Creates a log of JSON lines. It writes no facts of an error that may hold customer data or credentials (C28). */
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
 * Creates the destination: readable lines on a terminal, else JSON lines. Lines that cannot be written are lost,
 * because neither a full disk nor a closed pipe is a reason to reject commissions.
 */
export async function createLogDestination(stream: NodeJS.WriteStream & { fd: number }): Promise<DestinationStream> {
  stream.on('error', () => {});
  if (!stream.isTTY) return fstatSync(stream.fd).isFile() ? fileDestination(stream.fd) : stream;
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination: stream, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
}

/**
 * Writes to the file, not to the stream: after an error the stream writes nothing, even when the disk has room again.
 */
function fileDestination(file: number): DestinationStream {
  // True when only the front of the last line was written, as on a nearly full disk.
  let isTorn = false;
  return {
    write(line) {
      const text = isTorn ? `\n${line}` : line;
      try {
        isTorn = writeSync(file, text) < Buffer.byteLength(text);
      } catch {
        // The failure cannot be logged.
      }
    },
  };
}
