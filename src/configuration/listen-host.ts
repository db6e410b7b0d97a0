import { z } from 'zod';
import { callersOfSocketFile } from '../intake/submission/client-address.ts';

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

/** False also for a host that is faulty. */
export function isSocketFile(host: unknown): boolean {
  return typeof host === 'string' && socketPathOf(host) !== null;
}

/** The variables that a socket file depends on. A faulty one may have any value. */
interface HostVariables {
  readonly HOST: unknown;
  readonly INBOX: unknown;
  readonly INBOX_HOST: unknown;
  readonly INBOX_URL?: unknown;
  readonly TRUSTED_PROXIES?: readonly string[];
}

/** Yields the variables that do not fit a socket file, as pairs of a name and a fault. */
export function* socketFileFaults(env: HostVariables): Generator<readonly [name: string, fault: string]> {
  const isInboxOnFile = env.INBOX === 'on' && isSocketFile(env.INBOX_HOST);
  if (isInboxOnFile && env.INBOX_URL === undefined)
    yield ['INBOX_URL', 'is missing beside the socket file of INBOX_HOST'];
  if ((isInboxOnFile || isSocketFile(env.HOST)) && !env.TRUSTED_PROXIES?.includes(callersOfSocketFile)) {
    yield [
      'TRUSTED_PROXIES',
      `must have ${callersOfSocketFile} beside a socket file: no client has an address otherwise`,
    ];
  }
}
