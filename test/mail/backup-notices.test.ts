import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import type { MailTransport } from '../../src/deliveries/kinds/mail/mail-transport.ts';
import { backupNotice } from '../../src/deliveries/kinds/owners/notice-texts.ts';
import { notifyOfOldBackup } from '../../src/deliveries/kinds/owners/owner-notices.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { from, type MailStage, openMailStage, plainServer } from './stage.ts';

const log = pino({ level: 'silent' });

let stage: MailStage;
let server: MailServer;
let transport: MailTransport;

beforeAll(async () => {
  stage = await openMailStage();
  const text = "insert into operators (id, email, email_key, name, role) values ($1, $2, $2, $2, 'owner')";
  await stage.pool.query(text, [randomUUID(), 'ann@example.org']);
});

beforeEach(async () => {
  server = await startMailServer();
  transport = createSmtpTransport(plainServer(server.port));
});

afterEach(async () => {
  await stage.pool.query('delete from deliveries');
  await transport.close();
  await server.close();
});

afterAll(() => stage.close());

const backedUpAt = (at: string | null) => stage.pool.query('update service_state set backed_up_at = $1', [at]);
const send = () => stage.sendNotices({ transport, from }, log);

describe('an old back-up', () => {
  it('is reported to the owners once, whichever processes look at it, and the next one again', async () => {
    await backedUpAt('2026-01-02T03:04:05Z');
    await Promise.all([1, 2, 3].map(() => notifyOfOldBackup(stage.pool)));
    await send();
    await notifyOfOldBackup(stage.pool);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]?.source).toContain('The back-up is old');
    expect(server.received[0]?.source).toContain('2026');
    await backedUpAt('2026-02-02T03:04:05Z');
    await notifyOfOldBackup(stage.pool);
    await send();
    expect(server.received).toHaveLength(2);
  });

  it('is reported in other words where there is none', async () => {
    await backedUpAt(null);
    await notifyOfOldBackup(stage.pool);
    await send();
    expect(server.received[0]?.source).toContain('There is no back-up');
  });
});

describe('the notice of an old back-up', () => {
  it.each(languages)('has its words in %s', async (language) => {
    const parts = { pool: stage.pool, reading: { language, timeZone: 'Asia/Tokyo' }, inboxUrl: async () => '' };
    for (const backedUpAt of ['2026-01-02T20:04:05Z', null]) {
      const { subject, paragraphs } = await backupNotice({ about: 'backup', backedUpAt }, parts);
      expect(subject).not.toBe('');
      expect(paragraphs.join('')).not.toMatch(/[{}]|undefined/);
      if (language === 'en' && backedUpAt !== null) expect(paragraphs.join('')).toMatch(/3.*2026/);
    }
  });
});
