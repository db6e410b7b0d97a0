import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

describe('createRedactor (C27)', () => {
  it('removes a secret anywhere in a text', () => {
    const redact = createRedactor(['s3cr3t-key', 'pass.word+']);
    expect(redact('bad key s3cr3t-key, "pass.word+"xs3cr3t-keyx')).toBe('bad key [redacted], "[redacted]"x[redacted]x');
  });

  it('removes a short secret only as a whole word', () => {
    expect(createRedactor(['test'])('user test in test-bucket, the latest, "test"')).toBe(
      'user [redacted] in test-bucket, the latest, "[redacted]"',
    );
  });

  it('removes the password of an unknown connection string', () => {
    expect(createRedactor([])('cannot reach postgres://me:pw@db:5432/x today')).toBe('cannot reach [redacted] today');
  });

  it('leaves the name of this program, though it is a password, but not in a connection string', () => {
    const redact = createRedactor(['commissions']);
    expect(redact('run commissions doctor: no postgres://commissions:commissions@db/x')).toBe(
      'run commissions doctor: no [redacted]',
    );
  });

  it('leaves other text alone', () => {
    const text = 'connect ECONNREFUSED 127.0.0.1:5432 http://127.0.0.1:9000/bucket';
    expect(createRedactor(['', 'unrelated-secret'])(text)).toBe(text);
  });
});
