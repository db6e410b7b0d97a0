import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { isConnectionLost } from '../../platform/database/group-commit.ts';
import { isRefused } from './begin.ts';

function errorOf(code: string, constraint?: string): DatabaseError {
  return Object.assign(new DatabaseError('refused', 0, 'error'), { code, ...(constraint && { constraint }) });
}

describe('an error of the statement that begins', () => {
  it.each(['22P02', '23514', '25006', '40001', '40P01', '42P01', '55P03', '57014'])(
    'takes %s for a refusal',
    (code) => {
      expect(isRefused(errorOf(code))).toBe(true);
      expect(isConnectionLost(errorOf(code))).toBe(false);
    },
  );

  it.each(['40003', '58030', '08006', '53300', '57P01'])(
    'does not know the outcome of a statement that ended with %s',
    (code) => {
      expect(isRefused(errorOf(code))).toBe(false);
      expect(isConnectionLost(errorOf(code))).toBe(true);
    },
  );

  it.each(['XX000', '58000', '53100'])('does not take %s for proof of a roll back', (code) => {
    expect(isRefused(errorOf(code))).toBe(false);
  });

  it('takes a request of the same identifier for a sign that one is stored', () => {
    expect(isRefused(errorOf('23505', 'commission_requests_pkey'))).toBe(false);
    expect(isRefused(errorOf('23505', 'upload_intents_pkey'))).toBe(true);
  });

  it('takes no other error for a refusal', () => {
    expect(isRefused(new Error('Query read timeout'))).toBe(false);
    expect(isConnectionLost(new Error('Query read timeout'))).toBe(true);
  });
});
