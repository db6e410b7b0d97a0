import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { createRedactor } from './redactor.ts';
import { secretsOf } from './secrets.ts';

describe('createRedactor (C27)', () => {
  it('takes a secret out wherever it stands', () => {
    const redact = createRedactor(['s3cr3t-key', 'pass.word+']);
    expect(redact('bad key s3cr3t-key, "pass.word+"xs3cr3t-keyx')).toBe('bad key [redacted], "[redacted]"x[redacted]x');
  });

  it('takes a short secret out only where it is a word', () => {
    expect(createRedactor(['test'])('user test in test-bucket, the latest, "test"')).toBe(
      'user [redacted] in test-bucket, the latest, "[redacted]"',
    );
  });

  it('takes out a connection string that it was not told of', () => {
    expect(createRedactor([])('cannot reach postgres://me:pw@db:5432/x today')).toBe('cannot reach [redacted] today');
  });

  it('leaves other text alone', () => {
    const text = 'connect ECONNREFUSED 127.0.0.1:5432 http://127.0.0.1:9000/bucket';
    expect(createRedactor(['', 'unrelated-secret'])(text)).toBe(text);
  });
});

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
