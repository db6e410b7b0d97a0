import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSmtpTransport } from '../../src/deliveries/kinds/mail/create-smtp-transport.ts';
import type { MailTransport } from '../../src/deliveries/kinds/mail/mail-transport.ts';
import { createDiskNotices } from '../../src/deliveries/kinds/owners/create-disk-notices.ts';
import { diskNotice } from '../../src/deliveries/kinds/owners/disk-text.ts';
import { ownerMail } from '../../src/deliveries/kinds/owners/owner-mail.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { from, type MailStage, openMailStage, plainServer } from './stage.ts';

const disk = { folder: '/data/<b>objects', freeBytes: 1.5 * 1024 ** 3, floorBytes: 200 * 1024 ** 2 };

let stage: MailStage;
let server: MailServer;
let transport: MailTransport;
let folder: string;
let warnings: string[];

const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(JSON.parse(line).msg) });

beforeAll(async () => {
  stage = await openMailStage();
});

beforeEach(async () => {
  await addOwner('ann@example.org');
  server = await startMailServer();
  transport = createSmtpTransport(plainServer(server.port));
  folder = await mkdtemp(join(tmpdir(), 'disk-notices-'));
  warnings = [];
});

afterEach(async () => {
  await stage.pool.query('delete from operators; delete from deliveries');
  await transport.close();
  await server.close();
  await rm(folder, { recursive: true });
});

afterAll(() => stage.close());

async function addOwner(email: string): Promise<void> {
  const text = "insert into operators (id, email, email_key, name, role) values ($1, $2, $2, $2, 'owner')";
  await stage.pool.query(text, [randomUUID(), email]);
}

/** Each call is like a new process. */
function openNotices({ markFolder = folder } = {}) {
  return createDiskNotices({
    pool: stage.pool,
    markFile: join(markFolder, 'low-disk-told'),
    host: 'studio-1',
    log,
  });
}

const send = (used = transport) => stage.sendNotices({ transport: used, from }, log);
const dueNow = () => stage.pool.query("update deliveries set due_at = now() where state = 'pending'");

const subjects = () => server.received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);

describe('a low disk', () => {
  it('is reported to the owners once, by several processes and after a restart, and so is room again', async () => {
    const notices = [openNotices(), openNotices()];
    await Promise.all(notices.map((one) => one.settle('low', disk)));
    await notices[0]?.settle('low', disk);
    await openNotices().settle('low', disk);
    await Promise.all([send(), send(), send()]);
    expect(subjects()).toEqual(['Little disk space: files are rejected']);
    await Promise.all([openNotices(), openNotices()].map((one) => one.settle('enough', disk)));
    await openNotices().settle('enough', disk);
    await Promise.all([send(), send()]);
    expect(subjects()).toEqual(['Little disk space: files are rejected', 'There is room for files again']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is reported later when there is no owner yet, or no mail server for now', async () => {
    await stage.pool.query('delete from operators');
    const notices = openNotices();
    await notices.settle('low', disk);
    await send();
    const waiting = { about: 'disk', change: 'low', state: 'pending' };
    expect(await stage.notices()).toEqual([{ ...waiting, attempt: 1 }]);
    await addOwner('dee@example.org');
    const unreachable = createSmtpTransport(plainServer(1));
    await dueNow();
    await send(unreachable);
    await unreachable.close();
    expect(await stage.notices()).toEqual([{ ...waiting, attempt: 2 }]);
    expect(warnings).toEqual(Array(2).fill('Delivery: the mail to the owners failed'));
    await dueNow();
    await send();
    await notices.settle('low', disk);
    expect(await stage.notices()).toEqual([{ ...waiting, state: 'delivered', attempt: 3 }]);
    expect(subjects()).toHaveLength(1);
  });

  it('is not reported when there is room again before a mail could be sent', async () => {
    const notices = openNotices();
    await notices.settle('low', disk);
    await notices.settle('enough', disk);
    await send();
    expect(await stage.notices()).toEqual([{ about: 'disk', change: 'low', state: 'cancelled', attempt: 0 }]);
    expect([subjects(), await readdir(folder)]).toEqual([[], []]);
  });

  it('is reported once its notice can be stored', async () => {
    const notices = openNotices();
    const { pool } = stage;
    await pool.query("alter table deliveries add constraint none check (type <> 'notice')");
    await notices.settle('low', disk);
    await pool.query('alter table deliveries drop constraint none');
    expect([await stage.notices(), await readdir(folder), warnings]).toEqual([
      [],
      [],
      ['Disk: the notice to the owners could not be stored'],
    ]);
    await notices.settle('low', disk);
    await send();
    expect(subjects()).toHaveLength(1);
  });

  it('is reported once by a process that cannot write into its folder', async () => {
    const notices = openNotices({ markFolder: join(folder, 'nowhere') });
    for (const state of ['low', 'low', 'enough', 'enough'] as const) {
      await notices.settle(state, disk);
      await send();
    }
    expect(subjects()).toEqual(['Little disk space: files are rejected']);
  });
});

describe('the mail about a low disk', () => {
  it.each(languages)('names folder, machine and figures in %s, and no placeholder', async (language) => {
    for (const state of ['low', 'enough'] as const) {
      const parts = { pool: stage.pool, reading: { language, timeZone: 'UTC' }, inboxUrl: async () => '' };
      const content = await diskNotice({ state, host: 'studio-1', ...disk }, parts);
      const { subject, text, html } = ownerMail(content, ['ann@example.org'], language);
      expect(text).toContain('/data/<b>objects');
      expect(text).toContain('studio-1');
      expect(text).toMatch(/\u00a0GiB/);
      if (state === 'low') expect(text).toMatch(/\u00a0MiB/);
      expect(html).toContain('/data/&#60;b&#62;objects');
      expect(subject + text + html).not.toMatch(/\{\w+\}|undefined/);
    }
  });
});
