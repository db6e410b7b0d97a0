import { describe, expect, it } from 'vitest';
import { requestStatuses } from '../../../src/events/statuses.ts';
import { isStep, nextStep, stepsFrom } from './next-steps.ts';

describe('the next step', () => {
  it('leads from a new request to a completed one', () => {
    expect(nextStep('NEW')?.to).toBe('ACCEPTED');
    expect(nextStep('WAITLISTED')?.to).toBe('ACCEPTED');
    expect(nextStep('ACCEPTED')?.to).toBe('IN_PROGRESS');
    expect(nextStep('IN_PROGRESS')?.to).toBe('COMPLETED');
  });

  it.each(['COMPLETED', 'DECLINED', 'CANCELLED', 'SPAM'] as const)('ends at %s', (status) => {
    expect(nextStep(status)).toBeNull();
  });
});

describe('a step', () => {
  it('never takes back a begun step', () => {
    for (const from of ['IN_PROGRESS', 'COMPLETED'] as const) {
      expect(stepsFrom(from).map(({ to }) => to)).not.toContain('ACCEPTED');
      expect(isStep(from, 'DECLINED')).toBe(false);
    }
  });

  it.each(requestStatuses)('never leads from %s to itself', (status) => {
    expect(isStep(status, status)).toBe(false);
  });
});
