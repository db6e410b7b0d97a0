import { describe, expect, it } from 'vitest';
import { storedCommissionForm } from './commission-form.ts';

describe('a stored part commission-form', () => {
  it('can be read when an earlier version has stored a queue name with an address', () => {
    expect(storedCommissionForm.parse({ queueName: '@anna' })).toEqual({ queueName: '@anna' });
  });
});
