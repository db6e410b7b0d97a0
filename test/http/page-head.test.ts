import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fetchRaw } from '../support/fetch-raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const icon = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const image = Buffer.from('not really a picture');

async function withStudio(
  catalogue: object,
  env: Record<string, string>,
  look: (studio: TestService) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-'));
  await writeFile(join(folder, 'catalogue.json'), JSON.stringify(catalogue));
  await writeFile(join(folder, 'icon.svg'), icon);
  await writeFile(join(folder, 'cat & dog.png'), image);
  const studio = await startTestService({ CATALOGUE_FILE: join(folder, 'catalogue.json'), ...env });
  try {
    await look(studio);
  } finally {
    await studio.close();
    await rm(folder, { recursive: true });
  }
}

describe('the head of the page', () => {
  it('has the words of the catalogue, which are no HTML', async () => {
    const catalogue = {
      title: { en: '"Cats" & </title><script>', de: 'Katzen' },
      introduction: `In oil.\n\nNo $& <b>ink</b>${'🐈'.repeat(400)}`,
    };
    await withStudio(catalogue, {}, async ({ address }) => {
      const text = (await fetchRaw(`${address}/`)).bytes.toString();
      const title = '&#34;Cats&#34; &#38; &#60;/title&#62;&#60;script&#62;';
      const description = `In oil. No $&#38; &#60;b&#62;ink&#60;/b&#62;${'🐈'.repeat(275)}…`;
      expect(text).toContain(`<title>${title}</title>`);
      expect(text).toContain(`<h1>${title}</h1>`);
      expect(text).toContain(`<meta property="og:title" content="${title}" />`);
      expect(text).toContain(`<meta name="description" content="${description}" />`);
      expect(text).toContain(`<meta property="og:description" content="${description}" />`);
      expect(text).not.toContain('og:image');
      expect(text.match(/<script/g)).toHaveLength(1);
    });
  });

  it('has prices and availability for search engines, which no text can break out of', async () => {
    const hostile = '</script><script>alert(1)</script><!--';
    const catalogue = {
      title: hostile,
      prices: { currency: 'KWD' },
      types: [
        { id: 'a', name: hostile, description: 'Two\u2028lines', price: { amount: 12_050 } },
        { id: 'b', name: 'From', price: { amount: 5, from: true } },
        {
          id: 'c',
          name: 'Options',
          options: [20, 10].map((amount) => ({ id: `${amount}`, name: 'O', price: { amount } })),
        },
        { id: 'd', name: 'None' },
      ],
      opening: { slots: { byType: { b: 0 } } },
    };
    await withStudio(catalogue, { PUBLIC_URL: 'https://example.org/studio/' }, async ({ address }) => {
      const text = (await fetchRaw(`${address}/`)).bytes.toString();
      expect(text.match(/<script/g)).toHaveLength(2);
      const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      const minimum = (minPrice: string) => ({
        priceSpecification: { '@type': 'PriceSpecification', minPrice, priceCurrency: 'KWD' },
      });
      const offer = (name: string, more: object) => ({
        '@type': 'Offer',
        itemOffered: { '@type': 'Service', name },
        availability: 'https://schema.org/InStock',
        ...more,
      });
      expect(JSON.parse(json)).toEqual({
        '@context': 'https://schema.org',
        '@type': 'OfferCatalog',
        name: hostile,
        url: 'https://example.org/studio/',
        itemListElement: [
          offer(hostile, {
            itemOffered: { '@type': 'Service', name: hostile, description: 'Two\u2028lines' },
            price: '12.050',
            priceCurrency: 'KWD',
          }),
          offer('From', { ...minimum('0.005'), availability: 'https://schema.org/OutOfStock' }),
          offer('Options', minimum('0.010')),
          offer('None', {}),
        ],
      });
    });
  });

  it('is compressed with the page, under a tag of its own', async () => {
    const tags = new Set<unknown>();
    for (const title of ['Cats', 'Dogs']) {
      await withStudio({ title }, {}, async ({ address }) => {
        const [plain, brotli, gzip] = [
          await fetchRaw(`${address}/`),
          await fetchRaw(`${address}/`, { 'accept-encoding': 'gzip, br' }),
          await fetchRaw(`${address}/`, { 'accept-encoding': 'GZIP, br;q=0' }),
        ];
        const codings = [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']);
        expect(codings).toEqual([undefined, 'br', 'gzip']);
        expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
        expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
        expect(brotli.bytes.length).toBeLessThan(1024);
        expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(1);
        tags.add(plain.headers.etag);
      });
    }
    expect(tags.size).toBe(2);
  });

  it('names the pictures of the catalogue, which are served as what they are', async () => {
    const env = { PUBLIC_PATH: '/studio/', PUBLIC_URL: 'https://example.org/studio' };
    await withStudio({ image: 'cat & dog.png', icon: 'icon.svg' }, env, async ({ address }) => {
      const text = (await fetchRaw(`${address}/studio/`)).bytes.toString();
      expect(text).toContain('<meta property="og:url" content="https://example.org/studio/" />');
      const [, imagePath] = /"og:image" content="https:\/\/example\.org(\/studio\/pictures\/[\w-]+)"/.exec(text) ?? [];
      const [, iconPath] = /<link rel="icon" href="\.\/(pictures\/[\w-]+)" \/>/.exec(text) ?? [];
      for (const { path, mediaType, content } of [
        { path: imagePath, mediaType: 'image/png', content: image },
        { path: `/studio/${iconPath}`, mediaType: 'image/svg+xml', content: icon },
      ]) {
        const picture = await fetchRaw(`${address}${path}`);
        expect(picture.bytes).toEqual(content);
        expect(picture).toMatchObject({
          status: 200,
          headers: {
            'content-type': mediaType,
            // A picture that is opened directly runs no script of its own.
            'content-security-policy': expect.stringContaining("default-src 'none'; script-src 'self'"),
            'x-content-type-options': 'nosniff',
            'cache-control': 'public, max-age=31536000, immutable',
          },
        });
        const known = { 'if-none-match': String(picture.headers.etag) };
        expect((await fetchRaw(`${address}${path}`, known)).status).toBe(304);
      }
    });
  });
});

describe('the catalogue of a page with pictures', () => {
  it('keeps the names of the files to itself', async () => {
    await withStudio({ icon: 'icon.svg' }, {}, async ({ address }) => {
      const catalogue = await (await fetch(`${address}/api/v1/catalogue`)).json();
      expect(catalogue).not.toHaveProperty('icon');
    });
  });
});

describe('the head of a page whose picture is its icon', () => {
  it('names one picture for both uses', async () => {
    await withStudio({ image: 'icon.svg', icon: 'icon.svg' }, {}, async ({ address }) => {
      const text = (await fetchRaw(`${address}/`)).bytes.toString();
      const paths = [...text.matchAll(/pictures\/[\w-]+/g)].map(([path]) => path);
      expect([paths.length, new Set(paths).size]).toEqual([2, 1]);
    });
  });
});
