import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';

/** Part of the name of the socket file, `.s.PGSQL.5432`. No TCP port is opened. */
export const socketPort = 5432;

const socketName = `.s.PGSQL.${socketPort}`;
/** `sun_path` holds 104 bytes on macOS and 108 on Linux, including the final NUL. */
const maxSocketPathBytes = 103;

/** Resolves with a path of the socket's directory that is short enough for a connection. Valid until `close`. */
export async function openSocketDirectory(directory: string) {
  if (Buffer.byteLength(join(directory, socketName)) <= maxSocketPathBytes) {
    return { path: directory, close: async () => {} };
  }
  if (!existsSync('/proc/self/fd')) {
    throw new EmbeddedDatabaseError(
      `The path ${directory} is too long for a unix socket (${maxSocketPathBytes} bytes with ${socketName}): ` +
        'set a shorter DATA_DIR, or DATABASE_URL',
    );
  }
  const handle = await open(directory, 'r');
  return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
}
