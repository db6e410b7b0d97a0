import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectKey } from '../../src/platform/objects/object-key.ts';
import { png } from '../pictures/bombs.ts';
import { picture } from '../pictures/pictures.ts';
import { attachmentOf } from '../support/attachments.ts';
import { api, type Caller, type OperatorStage, openOperatorStage } from './stage.ts';
import { storeFiles } from './stored-files.ts';

let stage: OperatorStage;
let viewer: Caller;

beforeAll(async () => {
  stage = await openOperatorStage();
  viewer = await stage.person('viewer');
});

afterAll(() => stage.close());

const path = (id: string, position = 0, query = '') => `${api}/requests/${id}/files/${position}/preview${query}`;
const previewsOf = async (id: string) =>
  (await viewer.call('GET', `${api}/requests/${id}`)).body.files.map(({ preview }: { preview: unknown }) => preview);

async function fetchPreview(id: string, query = '') {
  const response = await fetch(`${stage.address}${path(id, 0, query)}`, { headers: viewer.headers });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

describe('a preview', () => {
  it.each([
    ['', 320],
    ['?size=small', 320],
    ['?size=large', 1600],
  ])('is a picture of ours: %j', async (query, side) => {
    const bytes = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { id } = await storeFiles(stage, [{ name: 'a.html', type: 'text/html', bytes }]);
    const { response, body } = await fetchPreview(id, query);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: side, height: side / 2 });
  });

  it('is recorded in the request once it has been tried', async () => {
    const { id } = await storeFiles(stage, [
      { name: 'a.png', bytes: picture('photo.png') },
      { name: 'b.svg', type: 'image/svg+xml', bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
      { name: 'c.png', bytes: picture('photo.png') },
    ]);
    expect(await previewsOf(id)).toEqual([null, null, null]);
    expect((await viewer.call('GET', path(id, 0))).status).toBe(200);
    const { status, body } = await viewer.call('GET', path(id, 1));
    expect({ status, type: body.type }).toEqual({ status: 404, type: 'urn:commissions:problem:no-preview' });
    expect(await previewsOf(id)).toEqual([true, false, null]);
    expect((await viewer.call('GET', path(id, 1))).status).toBe(404);
  });

  it('records the pixels of the upright picture and what is wrong with it', async () => {
    const whole = picture('photo.jpg');
    const { id } = await storeFiles(stage, [
      { name: 'a.jpg', bytes: whole },
      { name: 'b.jpg', bytes: whole.subarray(0, whole.length - 2) },
      { name: 'c.txt', bytes: 'no picture, but sixteen bytes' },
      { name: 'd.png', bytes: png({ width: 50_000, height: 50_000 }) },
    ]);
    for (const position of [0, 1, 2, 3]) await viewer.call('GET', path(id, position));
    const { body } = await viewer.call('GET', `${api}/requests/${id}`);
    expect(body.files).toMatchObject([
      { preview: true, width: 120, height: 80, previewProblem: null },
      { preview: true, width: 120, height: 80, previewProblem: 'damaged' },
      { preview: false, width: null, height: null, previewProblem: 'not-a-picture' },
      { preview: false, width: 50_000, height: 50_000, previewProblem: 'too-many-pixels' },
    ]);
  });

  it('keeps the recorded pixels when a later size comes from the cache', async () => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    for (let times = 0; times < 2; times += 1) await viewer.call('GET', path(id));
    const { body } = await viewer.call('GET', `${api}/requests/${id}`);
    expect(body.files).toMatchObject([{ preview: true, width: 120, height: 80 }]);
  });

  it('is no download in the log of the request', async () => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    await viewer.call('GET', path(id));
    const { body } = await viewer.call('GET', `${api}/requests/${id}/events`);
    expect(body.items.map(({ kind }: { kind: string }) => kind)).toEqual(['created']);
    expect((await viewer.call('GET', `${api}/requests/${id}`)).body.version).toBe(1);
  });

  it.each(['?size=huge', '?size=', '?width=9'])('has two sizes: %s is 400', async (query) => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    expect((await viewer.call('GET', path(id, 0, query))).status).toBe(400);
  });

  it('is 404 of a file that is not there', async () => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    expect((await viewer.call('GET', path(id, 1))).body.type).toBe('urn:commissions:problem:not-found');
  });

  it('is a problem of a missing or an altered file, and is tried again', async () => {
    const { id, keys } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    const signal = AbortSignal.timeout(30_000);
    await stage.objects.delete(keys[0] as ObjectKey, { signal });
    expect((await viewer.call('GET', path(id))).body).toMatchObject({ status: 500, title: 'The file is missing' });
    await stage.objects.put(keys[0] as ObjectKey, attachmentOf(picture('photo.jpg')), { signal });
    expect((await viewer.call('GET', path(id))).body).toMatchObject({ status: 500, title: 'The file is damaged' });
    expect(await previewsOf(id)).toEqual([null]);
    await stage.objects.put(keys[0] as ObjectKey, attachmentOf(picture('photo.png')), { signal });
    expect((await viewer.call('GET', path(id))).status).toBe(200);
  });

  it('is 404 of an erased request', async () => {
    const { id } = await storeFiles(stage, [{ name: 'a.png', bytes: picture('photo.png') }]);
    expect((await viewer.call('GET', path(id))).status).toBe(200);
    await stage.database.pool.query('delete from commission_requests where id = $1', [id]);
    expect((await viewer.call('GET', path(id))).status).toBe(404);
  });
});
