import { z } from 'zod';

const prefix = 'unix:';
/** Linux keeps 108 bytes for the path of a socket file, with a zero at its end. */
const maxPathBytes = 107;

/** An address or a name of this machine, or `unix:` and the path of a socket file. */
export const listenHost = z.string().superRefine((host, context) => {
  const path = socketPathOf(host);
  if (path === null) return;
  const fault = faultOf(path);
  if (fault !== null) context.addIssue({ code: 'custom', message: fault });
});

function faultOf(path: string): string | null {
  if (!/^\/.*[^/]$/.test(path)) return 'must have a whole path behind unix: such as unix:/run/commissions/form.sock';
  return Buffer.byteLength(path) > maxPathBytes ? `has a path of more than ${maxPathBytes} bytes` : null;
}

/** Returns the path of the socket file that a listener is on, or null when it has a port. */
export function socketPathOf(host: string): string | null {
  return host.startsWith(prefix) ? host.slice(prefix.length) : null;
}
