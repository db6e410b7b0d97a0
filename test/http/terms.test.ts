import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const publish = (document: object) => publishStudio(service.pool, document);

async function page(sha256: string, { address }: TestService = service) {
  const response = await fetch(`${address}/terms/${sha256}`, { headers: { 'accept-language': 'de' } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const terms = (text: object | string, title: object | string = 'Usage') => ({ terms: [{ id: 'use', title, text }] });

describe('a text that customers agree to', () => {
  it('stays readable when it was changed by a blank, and when it is gone', async () => {
    await publish(terms({ en: 'No AI.', de: 'Keine KI.' }, { en: 'Usage', de: 'Nutzung' }));
    await publish(terms('No AI. '));
    await publish({ title: 'No terms' });
    for (const [text, title] of [
      ['No AI.', 'Usage'],
      ['Keine KI.', 'Nutzung'],
      ['No AI. ', 'Usage'],
    ] as const) {
      const { status, headers, html } = await page(versionOf(text));
      expect([status, headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
      expect(html).toContain(`><bdi>${title}</bdi></h1>`);
      expect(html).toContain(`<p dir="auto">${text}</p>`);
      expect(html).toContain(versionOf(text));
    }
  });

  it('is a text, whatever is in it', async () => {
    const hostile = '</section><script>alert(1)</script>\n<img src=x onerror=alert(2)>\u202e javascript:alert(3)';
    await publish(terms(hostile, '"><script>alert(4)</script>'));
    const { html } = await page(versionOf(hostile));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/<img|href="javascript/);
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
  });

  it.each(['0'.repeat(64), 'A'.repeat(64), 'x', '%00', '..%2Fhealthz', "'--"])('is missing at %s', async (sha256) => {
    expect(await page(sha256)).toMatchObject({ status: 404 });
  });

  it('is kept for good when a file on the server has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'terms-'));
    await writeFile(join(folder, 'catalogue.json'), JSON.stringify(terms('From a file')));
    const ofFile = await startTestService({ CATALOGUE_FILE: join(folder, 'catalogue.json') });
    try {
      expect(await page(versionOf('From a file'), ofFile)).toMatchObject({ status: 200 });
    } finally {
      await ofFile.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the legal texts', () => {
  it('stand below every page: an address as a link, a text to be opened', async () => {
    await publish({
      legal: {
        imprint: 'https://example.org/?a="b"&c',
        privacy: '</details><script>alert(1)</script>',
        notice: 'javascript:alert(1)',
      },
    });
    await expect.poll(async () => (await page('x')).html, { interval: 20 }).toContain('Impressum');
    const { html } = await page('x');
    expect(html).toContain('<a href="https://example.org/?a=%22b%22&amp;c" rel="noopener noreferrer">Impressum</a>');
    expect(html).toContain('<details><summary>Datenschutz</summary><p dir="auto">&lt;/details>');
    expect(html).toContain(
      '<details><summary>Rechtlicher Hinweis</summary><p dir="auto">javascript:alert(1)</p></details>',
    );
    expect(html.match(/<script/g)).toHaveLength(1);
  });
});
