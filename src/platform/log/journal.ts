import { fstatSync } from 'node:fs';
import { printableLine } from './printable.ts';

/** The priorities of syslog, by which `journalctl --priority` selects. */
const priorities = { trace: 7, debug: 7, info: 6, warn: 4, error: 3, fatal: 2 } as const;
type Level = keyof typeof priorities;

/** Whether the file descriptor leads to the journal, as systemd says in `JOURNAL_STREAM` (systemd.exec(5)). */
export function isJournal(descriptor: number, { JOURNAL_STREAM }: NodeJS.ProcessEnv = process.env): boolean {
  if (!JOURNAL_STREAM) return false;
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  return JOURNAL_STREAM === `${dev}:${ino}`;
}

/** Returns the text with its priority before each line: the journal makes an entry of each (sd-daemon(3)). */
export function withPriority(level: Level, text: string): string {
  return text.replace(/^(?=.)/gm, `<${priorities[level]}>`);
}

/** Returns a JSON line of the log as readable lines: the message with its facts, then the stack of an error. */
export function journalText(line: string): string {
  const { level, time: _, msg, err, ...facts } = JSON.parse(line);
  const { stack = '', ...error } = err ?? {};
  const shown = Object.entries({ ...facts, ...error }).map(([name, value]) => ` ${name}=${shownValue(value)}`);
  const lines = [`${msg}${shown.join('')}`, ...stack.split('\n').filter((frame: string) => frame !== '')];
  return withPriority(level, `${lines.map(printableLine).join('\n')}\n`);
}

function shownValue(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/-]+$/.test(value) ? value : JSON.stringify(value);
}

/** Writes the reason of a failure on standard error. In the journal it has the priority of an error. */
export function printFailure(text: string): void {
  process.stderr.write(isJournal(process.stderr.fd) ? withPriority('error', text) : text);
}
