import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../../page-kit/language/translator.ts';
import { englishMessages } from '../../language/inbox-messages.ts';
import type { MailChannel, OperatorMail } from '../../model/channels-api.ts';
import { channelTarget } from './all-kinds.ts';

const daily: OperatorMail = {
  audience: 'operators',
  language: 'en',
  to: [{ name: '', address: 'ann@example.org' }],
  pace: 'daily',
  hour: 7,
  timeZone: 'Europe/Berlin',
};

const targetOf = (settings: MailChannel['settings']) => {
  const channel = {
    id: 'c',
    kind: 'mail',
    name: 'Mail',
    state: 'enabled',
    types: [],
    hasSecret: true,
    previousSecretsUntil: [],
  } as const;
  return channelTarget({ ...channel, createdAt: '', settings }, createTranslator('en', englishMessages.inbox));
};

describe('the target of a channel', () => {
  it('distinguishes mail of each request from mail once a day to the same people', () => {
    expect(targetOf(daily)).toBe('Mail to ann@example.org · Once a day at 7:00 (Europe/Berlin)');
    expect(targetOf({ ...daily, pace: 'each' })).toBe('Mail to ann@example.org · At once, one mail for each request');
    expect(targetOf({ audience: 'customers', language: 'en', messages: true })).toBe('Mail to customers');
  });
});
