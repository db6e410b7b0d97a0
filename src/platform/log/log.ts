import { fstatSync, writeSync } from 'node:fs';
import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { failureText, PartFailedError } from '../failure/errors.ts';
import { isJournal, journalText } from './journal.ts';
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
 * Creates the destination: readable lines on a terminal and in the journal, else JSON lines. Lines that cannot be
 * written are lost, because neither a full disk nor a closed pipe is a reason to reject commissions.
 */
export async function createLogDestination(stream: NodeJS.WriteStream & { fd: number }): Promise<DestinationStream> {
  stream.on('error', () => {});
  if (isJournal(stream.fd)) return { write: (line) => stream.write(journalText(line)) };
  if (!stream.isTTY) return fstatSync(stream.fd).isFile() ? fileDestination(stream.fd) : stream;
  const { default: pretty } = await import('pino-pretty');
  return pretty({ destination: stream, sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss' });
}

/**
 * Writes to the file, not to the stream: after an error the stream stops writing, even when the disk has room again.
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

/** PostgreSQL's error fields that name parts of the schema or the server, never a value. */
const databaseFields = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;

/** From the first quotation mark of any language to the last, or to the end: a quoted value may contain such marks. */
const quoted = /["'`«»‹›‘’‚“”„「」『』](?:[\s\S]*["'`«»‹›‘’‚“”„「」『』]|[\s\S]*$)/;

/** Returns the loggable facts of an error, without anything that could contain customer data or a credential (C28). */
export function describeError(error: unknown, redact: Redact): Record<string, unknown> {
  if (error instanceof PartFailedError) return { part: error.part, ...describeError(error.cause, redact) };
  const message = redact(textOf(error));
  if (!(error instanceof Error)) return { message };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { type: error.name, ...code, message, ...databaseFacts(error), stack: stackFrames(error) };
}

/**
 * Returns the message, without quoted values of PostgreSQL, whose errors may be among several errors too. Never reads
 * `detail` and `where`, which contain rows.
 */
function textOf(error: unknown): string {
  const text = failureText(error);
  return error instanceof AggregateError || isDatabaseError(error) ? text.replace(quoted, '"…"') : text;
}

function databaseFacts(error: Error): Record<string, unknown> {
  if (!isDatabaseError(error)) return {};
  const fields = databaseFields.map((name) => [name, error[name]]);
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** `DatabaseError` of pg: the fields of an ErrorResponse (PostgreSQL, Frontend/Backend Protocol). */
function isDatabaseError(error: unknown): error is Error & Record<(typeof databaseFields)[number], unknown> {
  return error instanceof Error && 'severity' in error && 'routine' in error;
}

/** Returns the stack's frames without the message, whose lines could look like frames. */
function stackFrames({ stack = '', message }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames.filter((line) => /^\s+at /.test(line)).join('\n');
}
