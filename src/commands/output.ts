import { once } from 'node:events';

/** Writes to standard output as fast as it is read, so that nothing piles up in memory. */
export async function print(text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  if (!process.stdout.write(text)) await once(process.stdout, 'drain', { signal });
}

/** Text that a stranger wrote, for a terminal: control characters would move its cursor, or worse. Keeps line feeds. */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n]/gu, '\ufffd');
}
