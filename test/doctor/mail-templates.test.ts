import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/doctor/check.ts';
import { createTemplateCheck } from '../../src/doctor/mail/template-check.ts';
import { openMailPreviews } from '../../src/process/stores/mail-previews.ts';
import { servedStudio } from '../../src/studio/document/served-studio.ts';
import { testConfig } from '../support/test-config.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mail-templates-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the check on a folder with these files. */
async function check(files: Readonly<Record<string, string | Buffer>>): Promise<readonly Finding[]> {
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const variables = { MAIL_FROM: 'studio@example.org', MAIL_TEMPLATES: folder, SMTP_URL: 'smtp://127.0.0.1:1' };
  const studio = servedStudio(null, null);
  const previews = openMailPreviews(
    testConfig(variables),
    () => 'http://inbox',
    () => studio,
    async () => null,
  );
  return createTemplateCheck(folder, previews).run(new AbortController().signal);
}

const mail = 'Subject: {{number}}\n\nThank you. {{link}}\n';

describe('The doctor of MAIL_TEMPLATES', () => {
  it('finds nothing in files that can be used', async () => {
    const files = { 'customer-created.en.txt': mail, 'customer-created.en.html': '<p>{{number}}', 'notes.md': '' };
    expect(await check(files)).toMatchObject([{ verdict: 'ok' }]);
  });

  it.each([
    ['without a subject', 'customer-created.en.txt', 'Thank you', 'must begin with "Subject: …" and an empty line'],
    [
      'with an unknown name',
      'operator-digest.de.txt',
      'Subject: {{total}}\n\n',
      'has the unknown placeholder {{total}}; the placeholders are count',
    ],
    ['that is not UTF-8', 'operator-created.ja.txt', Buffer.from([0xff]), 'is not UTF-8'],
  ])('finds a file %s', async (_, name, content, found) => {
    expect(await check({ [name]: content })).toMatchObject([
      { verdict: 'wrong', found: expect.stringContaining(found) },
    ]);
  });

  it('finds a fault in the HTML beside a text', async () => {
    const files = { 'customer-status.en.txt': mail, 'customer-status.en.html': '{{nmber}}' };
    expect(await check(files)).toMatchObject([
      {
        verdict: 'wrong',
        found: expect.stringContaining('customer-status.en.html has the unknown placeholder {{nmber}}'),
      },
    ]);
  });

  it('warns of files that replace no mail', async () => {
    expect(await check({ 'customer-create.en.txt': mail, 'customer-created.xx.html': '' })).toMatchObject([
      { verdict: 'warning', found: 'customer-create.en.txt in MAIL_TEMPLATES is the name of no mail' },
      { verdict: 'warning', found: 'customer-created.xx.html in MAIL_TEMPLATES is the name of no mail' },
    ]);
  });

  it('warns of HTML without a text', async () => {
    expect(await check({ 'customer-created.en.html': '<p>' })).toMatchObject([
      {
        verdict: 'warning',
        found: 'customer-created.en.html in MAIL_TEMPLATES is not used without customer-created.en.txt',
      },
    ]);
  });

  it('finds a folder that is not there', async () => {
    await rm(folder, { recursive: true });
    expect(await check({})).toMatchObject([
      { verdict: 'wrong', found: `MAIL_TEMPLATES (${folder}) cannot be read: ENOENT` },
    ]);
  });
});
