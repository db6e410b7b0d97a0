import { describe, expect, it } from 'vitest';
import { isQueueName, shownQueueName } from './queue-name.ts';

describe('a name for the queue', () => {
  it.each([
    'Zoë',
    'Zoë M.',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'Dr. Müller & St. John',
    'Zoë … the cat',
    'Zoë...the cat',
    'モーニング娘。',
    'Team: Zoë / Ann',
    '3.5 cats',
    'أحمد',
    '<script>',
  ])('may be %s', (name) => {
    expect(isQueueName(name)).toBe(true);
  });

  it.each([
    'moved to https://strange.example',
    'strange.example',
    'STRANGE.EXAMPLE/now',
    'www.strange.example',
    'strange .example',
    'strange。example',
    'strange｡example',
    'strange．example',
    'strange․example',
    'strange.\u200bexample',
    'strange\u00ad.example',
    'ｓｔｒａｎｇｅ．ｅｘａｍｐｌｅ',
    'пример.рф',
    'उदाहरण.भारत',
    'strange.xn--p1ai',
    't.me/strange',
    'http:strange',
    'hxxps://strange',
    'https：／／strange',
    '203.0.113.7',
    '[2001:db8::1]',
    'zoe@example.org',
    'mailto:zoe',
    '@zoe',
    '＠zoe',
    '﹫zoe',
    'zoe at \u2060@\u2060 example',
  ])('may not be %s', (name) => {
    expect(isQueueName(name)).toBe(false);
    expect(shownQueueName(name)).toBe('');
  });

  it('is shown in one line, without characters that reorder it', () => {
    expect(shownQueueName(' \u202eZoë\n M. ')).toBe('Zoë M.');
    expect(shownQueueName(undefined)).toBe('');
  });
});
