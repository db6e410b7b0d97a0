import type { Config } from '../../src/configuration/config.ts';
import { readConfig } from '../../src/configuration/read-config.ts';

/** Reads the configuration of a service in a test. @param env Adds to the variables that all tests have, or replaces them. */
export function testConfig(env: Readonly<Record<string, string>>): Config {
  return readConfig({
    BUCKET_NAME: 'attachments',
    PORT: '0',
    INBOX: 'off',
    // Test files that run at the same time share the connections of one server.
    DATABASE_POOL_SIZE: '12',
    // The machine's own disk may have little room.
    DISK_FLOOR_BYTES: '0',
    ...env,
  });
}
