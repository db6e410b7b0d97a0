import { describe, expect, it } from 'vitest';
import { isSharedDomain } from './shared-domains.ts';

describe('a domain of many', () => {
  it.each(['gmail.com', 'GMX.de', 'yahoo.co.uk', 'outlook.com.br', 'proton.me', 'qq.com', 'co.uk', 'com.br'])(
    'is known: %s',
    (domain) => expect(isSharedDomain(domain)).toBe(true),
  );

  it.each(['junk.example', 'notgmail.com', 'gmail.com.junk.example', 'mail.junk.example', 'studio.co.uk'])(
    'is none of one owner: %s',
    (domain) => expect(isSharedDomain(domain)).toBe(false),
  );
});
