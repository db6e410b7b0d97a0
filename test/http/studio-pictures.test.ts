import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../src/events/events.ts';
import { createFilesystemObjectStore } from '../../src/platform/objects/filesystem/object-store.ts';
import type { Catalogue } from '../../src/studio/catalogue/catalogue.ts';
import { studioSchema } from '../../src/studio/document/studio.ts';
import { createStudioRevisions } from '../../src/studio/revisions/create-studio-revisions.ts';
import { signal } from '../reconcile/stores.ts';
import { fetchRaw } from '../support/fetch-raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { newPicture, uploadStudioPicture } from '../support/studio-picture.ts';

let service: TestService;
let logo: string;
let example: string;

const objectsOf = ({ dataDirectory }: TestService) =>
  createFilesystemObjectStore({ directory: `${dataDirectory}/objects`, bucket: 'commissions' });

beforeAll(async () => {
  service = await startTestService({ PUBLIC_PATH: '/studio/', BUCKET_NAME: 'commissions' });
  logo = await uploadStudioPicture(service.pool, objectsOf(service), 'logo');
  example = await uploadStudioPicture(service.pool, objectsOf(service), 'example');
});

afterAll(() => service.close());

const addressOf = (sha256: string, side = 640) => `${service.address}/studio/pictures/${sha256}-${side}.webp`;
const small = newPicture('logo').small.bytes;
const smallEtag = `"${createHash('sha256').update(small).digest('hex')}"`;

describe('a picture of the studio', () => {
  it('is sent whole, to be kept for good, and can do nothing', async () => {
    const { status, headers, bytes } = await fetchRaw(addressOf(logo));
    expect([status, bytes]).toEqual([200, small]);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(small.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      etag: smallEtag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    const large = await fetchRaw(addressOf(logo, 1600));
    expect(createHash('sha256').update(large.bytes).digest('hex')).toBe(logo);
  });

  it('answers HEAD without its bytes', async () => {
    const { status, headers, bytes } = await fetchRaw(addressOf(logo), {}, 'HEAD');
    expect([status, bytes.length, headers['content-length'], headers.etag]).toEqual([
      200,
      0,
      String(small.length),
      smallEtag,
    ]);
  });

  it.each([
    ['bytes=0-3', 206, small.subarray(0, 4), `bytes 0-3/${small.length}`],
    ['bytes=-4', 206, small.subarray(-4), `bytes ${small.length - 4}-${small.length - 1}/${small.length}`],
    [`bytes=${small.length}-`, 416, Buffer.alloc(0), `bytes */${small.length}`],
  ])('is sent in part: %s', async (range, status, bytes, contentRange) => {
    const sent = await fetchRaw(addressOf(logo), { range });
    expect([sent.status, sent.bytes, sent.headers['content-range']]).toEqual([status, bytes, contentRange]);
  });

  it('is not sent again to who has it', async () => {
    const { status, bytes } = await fetchRaw(addressOf(logo), { 'if-none-match': smallEtag });
    expect([status, bytes.length]).toEqual([304, 0]);
  });

  it('is not found by another name', async () => {
    const names = [
      `${'f'.repeat(64)}-640.webp`,
      `${logo}-641.webp`,
      `${logo}.webp`,
      `${logo}-640.webp.json`,
      logo,
      '..%2f',
    ];
    for (const name of names) {
      const { status, headers } = await fetchRaw(`${service.address}/studio/pictures/${name}`);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    }
  });

  it('is found at once after it was uploaded, also behind a look that did not find another one', async () => {
    await fetchRaw(addressOf('e'.repeat(64)));
    const late = await uploadStudioPicture(service.pool, objectsOf(service), 'late');
    expect((await fetchRaw(addressOf(late))).status).toBe(200);
  });

  it('is not found when the store has lost it, and no cache keeps that', async () => {
    const lost = await uploadStudioPicture(service.pool, objectsOf(service), 'lost');
    const { rows } = await service.pool.query(
      'select file_key from studio_picture_files f join studio_pictures p on p.id = f.picture_id where p.sha256 = $1',
      [lost],
    );
    for (const { file_key } of rows) await objectsOf(service).delete(file_key, { signal });
    const { status, headers } = await fetchRaw(addressOf(lost));
    expect([status, headers['cache-control'], headers.etag]).toEqual([404, 'no-store', undefined]);
  });
});

describe('the catalogue', () => {
  const publish = (document: object) =>
    createStudioRevisions(service.pool, null).publish(() => studioSchema.parse(document), {
      version: null,
      note: null,
      actor: systemActor,
    });
  const catalogue = async () => (await (await fetch(`${service.address}/studio/api/v1/catalogue`)).json()) as Catalogue;

  it('has the logo and the examples of a type, with addresses below the page, and the head of the page the logo', async () => {
    const alt = { en: '"><script>alert(1)</script>' };
    const pictures = [{ sha256: example, alt }, { sha256: logo }];
    await publish({
      logo: { sha256: logo },
      types: [
        { id: 'bust', name: 'Bust', pictures },
        { id: 'oil', name: 'Oil' },
      ],
    });
    await expect
      .poll(async () => (await catalogue()).logo)
      .toEqual({
        url: `pictures/${logo}-640.webp`,
        width: 2,
        height: 1,
      });
    const { types } = await catalogue();
    const shown = (sha256: string) => ({
      url: `pictures/${sha256}-640.webp`,
      largeUrl: `pictures/${sha256}-1600.webp`,
      width: 2,
      height: 1,
    });
    expect(types[0]?.pictures).toEqual([
      { ...shown(example), alt },
      { ...shown(logo), alt: null },
    ]);
    expect(types[1]).not.toHaveProperty('pictures');
    const page = (await fetchRaw(`${service.address}/studio/`)).bytes.toString();
    expect(page).toContain(`<meta property="og:image" content="./pictures/${logo}-640.webp" />`);
    expect(page).not.toContain('alert(1)');
    const lost = (await fetchRaw(`${service.address}/studio/requests/nonsense`)).bytes.toString();
    expect(lost).toContain(
      `<header><a href="../"><img src="../pictures/${logo}-640.webp" width="2" height="1" alt/><bdi>`,
    );
  });

  it('has no key of pictures without one', async () => {
    await publish({ types: [{ id: 'bust', name: 'Bust' }] });
    await expect.poll(async () => (await catalogue()).revision).toBe(2);
    expect(await catalogue()).not.toHaveProperty('logo');
    expect((await catalogue()).types).toEqual([{ id: 'bust', name: { en: 'Bust' }, description: null, options: [] }]);
  });
});
