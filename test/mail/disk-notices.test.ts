import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOwnerAddresses } from '../../src/operators/accounts/operators.ts';
import { createDiskNotices } from '../../src/operators/deliveries/kinds/disk-notices/create-disk-notices.ts';
import { diskMail } from '../../src/operators/deliveries/kinds/disk-notices/disk-mail.ts';
import { createSmtpTransport } from '../../src/operators/deliveries/kinds/mail/create-smtp-transport.ts';
import type { MailTransport } from '../../src/operators/deliveries/kinds/mail/mail-transport.ts';
import { findOperatorsReading } from '../../src/operators/deliveries/kinds/outages/operators-reading.ts';
import { languages } from '../../src/platform/language/languages.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { from, type MailStage, openMailStage, plainServer } from './stage.ts';

const disk = { folder: '/data/<b>objects', freeBytes: 1.5 * 1024 ** 3, floorBytes: 200 * 1024 ** 2 };

let stage: MailStage;
let server: MailServer;
let transport: MailTransport;
let folder: string;
let warnings: string[];

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
  await stage.pool.query('delete from operators');
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
function openNotices({ markFolder = folder, used = transport } = {}) {
  return createDiskNotices({
    markFile: join(markFolder, 'low-disk-told'),
    mailer: { transport: used, from },
    ownerAddresses: createOwnerAddresses(stage.pool),
    operatorsReading: () => findOperatorsReading(stage.pool),
    host: 'studio-1',
    log: { warn: (_facts: object, text: string) => void warnings.push(text) } as never,
  });
}

const subjects = () => server.received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);

describe('a low disk', () => {
  it('is told to the owners once, by several processes and after a restart, and so is room again', async () => {
    const notices = [openNotices(), openNotices()];
    await Promise.all(notices.map((one) => one.settle('low', disk)));
    await notices[0]?.settle('low', disk);
    await openNotices().settle('low', disk);
    expect(subjects()).toEqual(['Little disk space: files are rejected']);
    await Promise.all([openNotices(), openNotices()].map((one) => one.settle('enough', disk)));
    await openNotices().settle('enough', disk);
    expect(subjects()).toEqual(['Little disk space: files are rejected', 'There is room for files again']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is told later when there is no owner yet, or no mail server for now', async () => {
    await stage.pool.query('delete from operators');
    const notices = openNotices();
    await notices.settle('low', disk);
    expect(await notices.areToldOfLow()).toBe(false);
    await addOwner('dee@example.org');
    const unreachable = createSmtpTransport(plainServer(1));
    const without = openNotices({ used: unreachable });
    await without.settle('low', disk);
    await without.settle('low', disk);
    await unreachable.close();
    expect(warnings).toEqual(Array(2).fill('Disk: the mail to the owners failed'));
    await notices.settle('low', disk);
    expect(subjects()).toHaveLength(1);
  });

  it('is told once by a process that cannot write into its folder', async () => {
    const notices = openNotices({ markFolder: join(folder, 'nowhere') });
    for (const state of ['low', 'low', 'enough', 'enough'] as const) await notices.settle(state, disk);
    expect(subjects()).toEqual(['Little disk space: files are rejected']);
  });
});

describe('the mail about a low disk', () => {
  it.each(languages)('names folder, machine and figures in %s, and no placeholder', (language) => {
    for (const state of ['low', 'enough'] as const) {
      const facts = { addresses: ['ann@example.org'], reading: { language, timeZone: 'UTC' } };
      const { subject, text, html } = diskMail(state, disk, 'studio-1', facts);
      expect(text).toContain('/data/<b>objects');
      expect(text).toContain('studio-1');
      expect(text).toMatch(/\u00a0GiB/);
      if (state === 'low') expect(text).toMatch(/\u00a0MiB/);
      expect(html).toContain('/data/&#60;b&#62;objects');
      expect(subject + text + html).not.toMatch(/\{\w+\}|undefined/);
    }
  });
});
