import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../page-kit/language/translator.ts';
import { ownersEventKinds } from '../../../src/events/event-kinds.ts';
import type { RequestEvent } from '../api/shapes.ts';
import { englishMessages } from '../language/inbox-messages.ts';
import { ownersEventText } from './owners-event-text.ts';

const translator = createTranslator('en', englishMessages.inbox);
const sentence = (kind: RequestEvent['kind'], from: unknown, to: unknown) => {
  const actor = { kind: 'system', id: null, name: null } as const;
  const event = { seq: 1, at: '2027-01-01T00:00:00Z', requestId: null, actor, kind, from, to };
  return ownersEventText(event, translator)?.replaceAll(/[\u2066-\u2069]/g, '') ?? null;
};

const account = { name: 'Ann', role: 'viewer', isDisabled: false };
const channel = { name: 'shop', state: 'enabled' };

describe('an event of the owners’ history', () => {
  it.each([
    ['block', null, { kind: 'domain', value: 'example.com' }, 'blocked example.com.'],
    ['block', null, { kind: 'email', value: null }, 'blocked a sender.'],
    ['block', { kind: 'domain', value: 'example.com' }, null, 'removed the block of example.com.'],
    ['block', { kind: 'domain' }, null, 'removed the block of a sender.'],
    ['token', null, { name: 'shop' }, 'created a token for the program shop.'],
    ['token', { name: 'shop' }, null, 'revoked the token of the program shop.'],
    ['invitation', null, { role: 'owner' }, 'invited somebody with the role Owner.'],
    ['invitation', { role: 'owner' }, null, 'withdrew an invitation with the role Owner.'],
    ['account', null, account, 'made the account Ann with the role Viewer.'],
    ['account', account, null, 'removed the account Ann.'],
    [
      'account',
      account,
      { ...account, role: 'owner', isDisabled: true },
      'changed the role of Ann from Viewer to Owner. disabled the account Ann.',
    ],
    ['account', account, { ...account, hasNewPassword: true }, 'chose a new password for the account Ann.'],
    [
      'account',
      { ...account, hasPasswordLink: true },
      { ...account, hasPasswordLink: true },
      'created a link to a new password for Ann.',
    ],
    [
      'account',
      { ...account, hasPasswordLink: true },
      { ...account, hasPasswordLink: false },
      'withdrew the link to a new password for Ann.',
    ],
    ['channel', null, channel, 'added the channel shop.'],
    ['channel', channel, null, 'removed the channel shop.'],
    ['channel', channel, { ...channel, state: 'held', changed: ['state'] }, 'put the channel shop on hold.'],
    ['channel', channel, { ...channel, changed: ['secret'] }, 'changed the secret or the address of the channel shop.'],
    ['channel', channel, { ...channel, changed: ['types'] }, 'changed the channel shop.'],
    ['view', null, { name: 'Oil' }, 'saved the view Oil for the studio.'],
    ['view', { name: 'Oil' }, null, 'removed the view Oil of the studio.'],
    ['studio', null, { revision: 1, changed: ['types'], restores: null }, 'published version 1 of the form.'],
    [
      'studio',
      { revision: 2 },
      { revision: 3, changed: ['types'], restores: 1 },
      'brought back version 1 of the form as version 3.',
    ],
    [
      'studio',
      { revision: 3 },
      { revision: 4, changed: ['opening'], restores: null },
      'changed when the form is open, with version 4.',
    ],
    ['studio', null, { revision: 5, changed: ['queue'], restores: null }, 'changed the public queue, with version 5.'],
    [
      'studio',
      null,
      { revision: 6, changed: ['guard'], restores: null },
      'changed the protection from junk, with version 6.',
    ],
    [
      'studio',
      null,
      { revision: 7, changed: ['mails'], restores: null },
      'changed the texts of mails, with version 7.',
    ],
    ['studio', null, { revision: 8, changed: ['guard', 'types'], restores: null }, 'published version 8 of the form.'],
  ] as const)('is shown as a sentence: %s from %j to %j', (kind, from, to, said) => {
    expect(sentence(kind, from, to)).toBe(said);
  });

  it.each(ownersEventKinds)('has a sentence when its facts are unknown: %s', (kind) => {
    expect(sentence(kind, 'odd', { odd: true })).not.toBe('');
  });

  it('has no text for a kind of the requests', () => {
    expect(sentence('note', null, 'hello')).toBeNull();
  });
});
