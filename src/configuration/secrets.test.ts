import { describe, expect, it } from 'vitest';
import { readConfig } from './read-config.ts';
import { secretsOf } from './secrets.ts';

describe('secretsOf', () => {
  it('names every credential of the configuration, a password also decoded', () => {
    const secrets = secretsOf(
      readConfig({
        DATABASE_URL: 'postgres://me:p%40ss@db/x',
        OBJECT_STORE: 's3',
        AWS_ACCESS_KEY_ID: 'key-id',
        AWS_SECRET_ACCESS_KEY: 'key-secret',
        AWS_SESSION_TOKEN: 'token',
      }),
    );
    expect(secrets).toEqual(
      expect.arrayContaining(['postgres://me:p%40ss@db/x', 'p%40ss', 'p@ss', 'key-id', 'key-secret', 'token']),
    );
  });

  it('finds a password among the parameters, and one with an @ of its own', () => {
    expect(secretsOf(readConfig({ DATABASE_URL: 'postgres://me@db/x?password=p%2Fw' }))).toContain('p/w');
    expect(secretsOf(readConfig({ DATABASE_URL: 'postgres://me:p@ss@db/x' }))).toContain('p@ss');
  });

  it('is empty without credentials', () => {
    expect(secretsOf(readConfig({})).filter(Boolean)).toEqual([]);
  });
});
