import { describe, expect, it } from 'vitest';
import { readReconcileOptions } from './reconcile-options.ts';

describe('the options of the reconciliation', () => {
  it('only report, and leave alone what is younger than a day, unless told', () => {
    expect(readReconcileOptions([])).toEqual({ mode: 'report', olderThanHours: 24 });
  });

  it('delete, at any age, when told', () => {
    const options = readReconcileOptions(['--delete', '--older-than-hours', '0']);
    expect(options).toEqual({ mode: 'delete', olderThanHours: 0 });
  });

  it('show the help whatever else there is', () => {
    expect(readReconcileOptions(['--delete', '--help'])).toBe('help');
  });

  it.each(['-1', '1.5', 'a day', '', '10000000'])('refuse %j hours', (hours) => {
    expect(() => readReconcileOptions([`--older-than-hours=${hours}`])).toThrow('must be a whole number of hours');
  });

  it.each([['--remove'], ['--delete=yes'], ['everything'], ['--older-than-hours']])('refuse %s', (...args) => {
    expect(() => readReconcileOptions(args)).toThrow();
  });
});
