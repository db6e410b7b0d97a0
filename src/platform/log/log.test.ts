import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { PartFailedError } from '../failure/errors.ts';
import { describeError } from './log.ts';

const redact = (text: string) => text.replaceAll('hunter2', '[redacted]');

function databaseError(message: string, fields: Partial<DatabaseError> = {}): DatabaseError {
  const server = { severity: 'ERROR', code: '22P02', routine: 'string_to_uuid', table: undefined };
  return Object.assign(new DatabaseError(message, message.length, 'error'), server, fields);
}

describe('the description of an error (C28)', () => {
  it('has the type, the code, the text and the stack frame', () => {
    const error = Object.assign(new RangeError('no room for hunter2'), { code: 'ENOSPC', secret: 'x' });
    expect(describeError(error, redact)).toEqual({
      type: 'RangeError',
      code: 'ENOSPC',
      message: 'no room for [redacted]',
      stack: expect.stringMatching(/^ +at .*log\.test\.ts/),
    });
  });

  it.each([
    ['invalid input syntax for type uuid: "pr1vate"', 'invalid input syntax for type uuid: "…"'],
    ['ungültige Eingabesyntax für Typ uuid: »pr1vate«', 'ungültige Eingabesyntax für Typ uuid: "…"'],
    ['syntax error at "a "pr1vate" b" or near "c"', 'syntax error at "…"'],
    ['unterminated "pr1vate', 'unterminated "…"'],
    ['column "a\n    at pr1vate" is ambiguous', 'column "…" is ambiguous'],
    ['value too long for type character varying(5)', 'value too long for type character varying(5)'],
  ])('replaces quoted values in a message of PostgreSQL: %j', (message, shown) => {
    const described = describeError(databaseError(message), redact);
    expect(described).toMatchObject({ message: shown, code: '22P02', routine: 'string_to_uuid' });
    expect(JSON.stringify(described)).not.toContain('pr1vate');
  });

  it('names the constraint and the table, and never the row', () => {
    const row = { detail: 'Key (id)=(pr1vate) already exists.', where: 'pr1vate', constraint: 'pk', table: 'requests' };
    const described = describeError(databaseError('duplicate key value violates "pk"', row), redact);
    expect(described).toMatchObject({ constraint: 'pk', table: 'requests', severity: 'ERROR' });
    expect(JSON.stringify(described)).not.toContain('pr1vate');
  });

  it('reads through the error that names the failed part, and of several errors the first with a text', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(describeError(new PartFailedError('database', refused), redact)).toMatchObject({
      part: 'database',
      type: 'Error',
      code: 'ECONNREFUSED',
      message: 'connect ECONNREFUSED',
    });
    const several = new AggregateError([new Error(''), databaseError('bad: "pr1vate"')]);
    expect(describeError(several, redact)).toMatchObject({ type: 'AggregateError', message: 'bad: "…"' });
    const nested = new AggregateError([several]);
    expect(describeError(nested, redact)).toMatchObject({ message: 'bad: "…"' });
    expect(describeError('thrown text', redact)).toEqual({ message: 'thrown text' });
  });
});
