import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import { versionOf } from '../../src/studio/document/terms-version.ts';
import { fetchRaw } from '../support/fetch-raw.ts';
import { payloadPart, postParts, validPayload } from '../support/form.ts';
import { publishStudio } from '../support/publish-studio.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { uploadStudioPicture } from '../support/studio-picture.ts';

let service: TestService;
let picture: string;

beforeAll(async () => {
  service = await startTestService({ BUCKET_NAME: 'commissions' });
  const objects = createFilesystemObjectStore({ directory: `${service.dataDirectory}/objects`, bucket: 'commissions' });
  picture = await uploadStudioPicture(service.pool, objects, 'example');
  await publishStudio(service.pool, {
    prices: { currency: 'EUR' },
    types: [
      {
        id: 'bust',
        name: { en: 'Bust', de: 'Büste' },
        price: { amount: 12_345, from: false, per: null },
        options: [{ id: 'large', name: { en: 'Large', de: 'Groß' } }],
        pictures: [{ sha256: picture }],
      },
    ],
    questions: [{ id: 'story', kind: 'text', label: 'Their story' }],
    terms: [{ id: 'use', title: { en: 'Usage', de: 'Nutzung' }, text: 'No AI.' }],
  });
});

afterAll(() => service.close());

const details = {
  v: 1,
  language: 'en',
  revision: 1,
  answers: { story: 'They met in Rome' },
  terms: [{ id: 'use', sha256: versionOf('No AI.'), language: 'en' }],
  estimate: { amount: 12_345, currency: 'EUR' },
};

async function send(chosen: object): Promise<string> {
  const parts = [
    payloadPart({ ...validPayload, ...chosen }),
    { headers: ['Content-Disposition: form-data; name="commission-form"'], body: JSON.stringify(details) },
  ];
  const { headers } = await postParts(service.endpoint, parts);
  return String(headers.get('location'));
}

async function page(path: string, query = ''): Promise<string> {
  return (await fetchRaw(`${service.address}${path}${query}`)).bytes.toString();
}

describe('the status page of a request for a type', () => {
  it('has the words and the picture of the studio, and neither price nor answer', async () => {
    const path = await send({ typeId: 'bust', optionId: 'large' });
    const html = await page(path);
    expect(html).toContain('<strong><bdi>Bust</bdi></strong><span><bdi>Large</bdi></span>');
    expect(html).toContain('<bdi>Usage</bdi>');
    expect(await page(path, '?lang=de')).toContain('<strong><bdi>Büste</bdi></strong><span><bdi>Groß</bdi></span>');
    const [, source = ''] = /<img class="work-picture" src="([^"]+)"/.exec(html) ?? [];
    expect(new URL(source, service.address + path).pathname).toBe(`/pictures/${picture}-640.webp`);
    expect((await fetchRaw(new URL(source, service.address + path).href)).status).toBe(200);
    for (const hidden of ['123.45', '12345', '€', 'EUR', 'story', 'Rome']) expect(html).not.toContain(hidden);
  });

  it('keeps them when the studio no longer has the type', async () => {
    const path = await send({ typeId: 'bust', optionId: 'large' });
    await publishStudio(service.pool, { types: [{ id: 'scene', name: 'Scene' }] });
    expect(await page(path)).toContain('<strong><bdi>Bust</bdi></strong><span><bdi>Large</bdi></span>');
  });

  it('shows nothing of a type that the studio never had', async () => {
    const html = await page(await send({ typeId: '<b>free money', optionId: 'large' }));
    expect(html).toContain('<h1>Received</h1>');
    expect(html).not.toMatch(/free money|Large|class="work"/);
  });
});
