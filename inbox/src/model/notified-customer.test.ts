import { describe, expect, it } from 'vitest';
import type { RequestEvent } from '../api/shapes.ts';
import type { Decision } from './decision-log.ts';
import type { Delivery } from './deliveries-api.ts';
import { isCustomerNotified, isMailComing } from './notified-customer.ts';

const time = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second)).toISOString();
const decision: Decision = { id: 'a', from: 'NEW', to: 'ACCEPTED', at: time(10) };

const event = (kind: RequestEvent['kind'], second: number, to: unknown) =>
  ({ kind, at: time(second), to }) as RequestEvent;

const mail = (changes: Partial<Delivery> = {}) =>
  ({
    type: 'request.status_changed',
    channel: { audience: 'customers' },
    facts: { from: 'NEW', to: 'ACCEPTED' },
    state: 'delivered',
    createdAt: time(10),
    attemptCount: 1,
    ...changes,
  }) as Delivery;

const isNotified = (deliveries: readonly Delivery[], events: readonly RequestEvent[] = []) =>
  isCustomerNotified(decision, { events, deliveries });

describe('a customer', () => {
  it.each(['pending', 'sending', 'delivered', 'uncertain'] as const)('is notified by a mail that is %s', (state) => {
    expect(isNotified([mail({ state })])).toBe(true);
  });

  it.each(['cancelled', 'failed'] as const)('is not notified by a mail that is %s', (state) => {
    expect(isNotified([mail({ state })])).toBe(false);
  });

  it('is not notified by other mails', () => {
    const toStudio = { ...mail().channel, audience: 'operators' } as const;
    const others = [
      mail({ channel: toStudio }),
      mail({ channel: { ...toStudio, audience: null } }),
      mail({ facts: { from: 'ACCEPTED', to: 'NEW' } }),
      mail({ createdAt: time(9) }),
      mail({ type: 'request.created' }),
    ];
    expect(others.filter((other) => isNotified([other]))).toEqual([]);
  });

  it('is notified by a message, unless it was taken back', () => {
    const sent = event('message', 11, {});
    expect(isNotified([], [sent])).toBe(true);
    expect(isNotified([], [sent, event('message', 12, null)])).toBe(false);
    expect(isNotified([], [event('message', 9, {})])).toBe(false);
  });

  it('is notified where the clock of this computer is ahead', () => {
    const events = [event('status', 1, 'ACCEPTED'), event('status', 5, 'ACCEPTED'), event('status', 8, 'NEW')];
    expect(isNotified([mail({ createdAt: time(5) })], events)).toBe(true);
    expect(isNotified([mail({ createdAt: time(2) })], events)).toBe(false);
  });

  it('was notified of a decision that was mailed, undone late and made again, as the mail about the undo shows', () => {
    const ofUndo = mail({
      facts: { from: 'ACCEPTED', to: 'NEW' },
      createdAt: time(20),
      state: 'pending',
      attemptCount: 0,
    });
    expect(isNotified([ofUndo])).toBe(true);
    expect(isNotified([{ ...ofUndo, state: 'cancelled' }])).toBe(false);
    expect(isNotified([{ ...ofUndo, facts: { from: 'DECLINED', to: 'NEW' } }])).toBe(false);
  });
});

describe('a mail about a status', () => {
  it('is coming while it waits for its first try', () => {
    const waiting = mail({ state: 'pending', attemptCount: 0 });
    expect(isMailComing('ACCEPTED', [waiting])).toBe(true);
    expect(isMailComing('NEW', [waiting])).toBe(false);
    expect(isMailComing('ACCEPTED', [mail({ state: 'pending' }), mail({ state: 'cancelled', attemptCount: 0 })])).toBe(
      false,
    );
  });
});
