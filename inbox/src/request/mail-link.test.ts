import { describe, expect, it } from 'vitest';
import { mailLink } from './mail-link.ts';

describe('a link to a mail', () => {
  it('opens a mail with subject and text, line breaks as mails have them', () => {
    const link = mailLink({ address: 'zoe@example.org', subject: 'Your request K7QX', body: 'Dear Zoë,\n\n' });
    expect(link).toBe('mailto:zoe@example.org?subject=Your%20request%20K7QX&body=Dear%20Zo%C3%AB%2C%0D%0A%0D%0A');
  });

  it('lets an address add neither recipients nor fields', () => {
    const link = mailLink({ address: 'a@b.example,c@d.example?bcc=e@f.example', subject: 'x&cc=y', body: '' });
    const url = new URL(link);
    expect(decodeURIComponent(url.pathname)).toBe('a@b.example,c@d.example?bcc=e@f.example');
    expect(url.pathname).not.toContain(',');
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
  });
});
