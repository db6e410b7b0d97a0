import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type OperatorStage, openOperatorStage } from './stage.ts';
import { storeFiles } from './stored-files.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

/** A picture with soft shapes, as a photo has. */
function drawing(): Promise<Buffer> {
  const [width, height] = [360, 240];
  const brightness = (x: number, y: number) => 128 + 60 * Math.sin(x / 37) + 50 * Math.cos(y / 23 + x / 61);
  const pixels = Uint8Array.from({ length: width * height }, (_, at) => brightness(at % width, Math.floor(at / width)));
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}

/** Stores a request with this file and has its preview made. Resolves with the id. */
async function storeSeen(name: string, bytes: Buffer): Promise<string> {
  const { id } = await storeFiles(stage, [{ name, bytes }]);
  await stage.owner.call('GET', `${api}/requests/${id}/files/0/preview`);
  return id;
}

const seenBy = async (id: string) => (await stage.owner.call('GET', `${api}/requests/${id}`)).body.seenBefore;

describe('a file that was seen before', () => {
  it('is named with the request that it came with', async () => {
    const first = await storeSeen('a.bin', Buffer.from('no picture'));
    const second = await storeSeen('b.bin', Buffer.from('no picture'));
    expect(await seenBy(second)).toEqual([
      {
        position: 0,
        alike: 'same-file',
        requestId: first,
        number: expect.stringMatching(/^\w{4}-\w{4}$/),
        status: 'NEW',
        at: expect.any(String),
      },
    ]);
    expect(await seenBy(await storeSeen('c.bin', Buffer.from('something else')))).toBeUndefined();
  });

  it('is known as a picture when it was made smaller and compressed, and another is not', async () => {
    const photo = await drawing();
    const first = await storeSeen('photo.png', photo);
    const smaller = await sharp(photo).resize(270).jpeg({ quality: 60 }).toBuffer();
    const second = await storeSeen('smaller.jpg', smaller);
    expect(await seenBy(second)).toMatchObject([{ alike: 'same-picture', requestId: first }]);
    const turned = await storeSeen('turned.png', await sharp(photo).rotate(90).png().toBuffer());
    expect(await seenBy(turned)).toBeUndefined();
  });

  it('is not any picture without edges', async () => {
    const flat = (background: string) =>
      sharp({ create: { width: 100, height: 100, channels: 3, background } })
        .png()
        .toBuffer();
    await storeSeen('white.png', await flat('white'));
    expect(await seenBy(await storeSeen('red.png', await flat('red')))).toBeUndefined();
  });
});
