import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

interface Holder {
  readonly pid: number;
  readonly host: string;
}

/** Returns the text of a lock that this process holds. Each call returns a unique text. */
export function ownText(): string {
  return `${JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })}\n`;
}

/** True when the process that wrote the lock may still run. A process of another machine is assumed to run. */
export function isHeld(text: string): boolean {
  const holder = parse(text);
  if (holder === null) return false;
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
    return holder.pid !== process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the message that says why the place cannot be used, and what to do. */
export function lockHeldMessage(place: string, text: string): string {
  const holder = parse(text);
  const used = `${place} is being used by another back-up or restore`;
  if (holder === null) return `${used}: wait until it ends`;
  return (
    `${used}, process ${holder.pid} on ${JSON.stringify(holder.host)}: wait until it ends; ` +
    `when that machine is gone, or the process is another program, remove ${place}/lock`
  );
}

function parse(text: string): Holder | null {
  try {
    const { pid, host }: Record<string, unknown> = JSON.parse(text);
    return Number.isInteger(pid) && typeof host === 'string' ? { pid: pid as number, host } : null;
  } catch {
    return null;
  }
}
