import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bilevelPng, gif, interlacedPng, jpegOfSize, png } from '../pictures/bombs.ts';
import { picture, pictureNames } from '../pictures/pictures.ts';
import { signal } from '../reconcile/stores.ts';
import { api, type Called, type OperatorStage, openOperatorStage } from './stage.ts';
import { uploadPicture } from './upload-picture.ts';

let stage: OperatorStage;

beforeAll(async () => {
  stage = await openOperatorStage();
});

afterAll(() => stage.close());

/** All that an upload can leave: rows of each table, and objects. */
async function traces(): Promise<readonly number[]> {
  const { rows } = await stage.database.pool.query(`
    select (select count(*) from studio_pictures)::int as pictures,
      (select count(*) from studio_picture_files)::int as files, (select count(*) from upload_intents)::int as intents`);
  const keys: string[] = [];
  for await (const { key } of stage.objects.list({ signal })) keys.push(key);
  return [rows[0].pictures, rows[0].files, rows[0].intents, keys.length];
}

async function storedBytes(sha256: string, side: number): Promise<Buffer> {
  const { rows } = await stage.database.pool.query(
    `select f.file_key from studio_picture_files f join studio_pictures p on p.id = f.picture_id
     where p.sha256 = $1 and f.side = $2`,
    [sha256, side],
  );
  const object = await stage.objects.get(rows[0].file_key, { signal });
  if (object === null) throw new Error('The picture has no object');
  return buffer(object.content);
}

const upload = (bytes: Buffer, type?: string): Promise<Called> => uploadPicture(stage, bytes, type);
const colour = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

describe('an uploaded picture', () => {
  it.each(pictureNames.filter((name) => name !== 'photo.gif'))('becomes two pictures in WebP: %s', async (name) => {
    const { status, body } = await upload(picture(name));
    expect([status, body]).toEqual([
      201,
      {
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        uploadedAt: expect.any(String),
        small: { url: `/pictures/${body.sha256}-640.webp`, width: 120, height: 80, bytes: expect.any(Number) },
        large: { url: `/pictures/${body.sha256}-1600.webp`, width: 120, height: 80, bytes: expect.any(Number) },
      },
    ]);
    const large = await storedBytes(body.sha256, 1600);
    expect(createHash('sha256').update(large).digest('hex')).toBe(body.sha256);
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 120, height: 80 });
  });

  it.each([
    [3000, 1777],
    [1601, 1],
    [77, 2501],
  ])('has the sizes that are said of it: %i by %i', async (width, height) => {
    const { body } = await upload(await colour(width, height, 'teal').png().toBuffer());
    for (const [side, said] of [
      [640, body.small],
      [1600, body.large],
    ] as const) {
      const bytes = await storedBytes(body.sha256, side);
      const { width, height } = await sharp(bytes).metadata();
      expect(said).toMatchObject({ width, height, bytes: bytes.length });
    }
  });

  it('stands upright, and has no metadata', async () => {
    const bytes = await colour(60, 20, 'red')
      .withExif({ IFD0: { Copyright: 'Ann' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6, icc: 'p3' })
      .jpeg()
      .toBuffer();
    const { body } = await upload(bytes);
    expect(body.large).toMatchObject({ width: 20, height: 60 });
    for (const side of [640, 1600]) {
      const { exif, icc, xmp, orientation, width } = await sharp(await storedBytes(body.sha256, side)).metadata();
      expect([exif, icc, xmp, orientation, width]).toEqual([undefined, undefined, undefined, undefined, 20]);
    }
  });

  it('is stored once, also when it is sent again', async () => {
    const bytes = await colour(50, 50, 'blue').png().toBuffer();
    const first = await upload(bytes);
    const before = await traces();
    const again = await upload(bytes, 'application/octet-stream');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await traces()).toEqual(before);
  });

  it('is listed, the newest first', async () => {
    const { body } = await upload(await colour(51, 50, 'blue').png().toBuffer());
    const list = (await stage.owner.call('GET', `${api}/studio/pictures`)).body;
    expect(list.items[0]).toEqual(body);
  });
});

const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);
const largePng = png({ width: 100, height: 100, data: randomBytes(40_100) });
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

describe('an upload that is no picture for the studio', () => {
  it.each<[name: string, type: string, bytes: () => Buffer]>([
    ['an SVG', 'not-a-picture', () => svg],
    ['a text', 'not-a-picture', () => Buffer.from('no picture at all, but long enough')],
    ['nothing', 'not-a-picture', () => Buffer.alloc(0)],
    ['a PDF with the name of a picture', 'not-a-picture', () => Buffer.from('%PDF-1.7 %PDF-1.7 %PDF-1.7')],
    ['half a JPEG', 'picture-damaged', () => halfOf(picture('photo.jpg'))],
    ['half a PNG', 'picture-damaged', () => halfOf(largePng)],
    ['the head of a WebP', 'picture-unreadable', () => picture('photo.webp').subarray(0, 20)],
    ['a part of a HEIC', 'picture-unreadable', () => picture('photo.heic').subarray(0, 200)],
    ['a GIF of three frames', 'picture-animated', () => gif(8, 3)],
    ['a GIF of a camera', 'picture-animated', () => picture('photo.gif')],
    ['a picture of 40,000 by 40,000 pixels', 'picture-too-many-pixels', () => bilevelPng(40_000, 40_000)],
    ['a JPEG that says it is huge', 'picture-too-many-pixels', () => jpegOfSize(65_000, 65_000)],
    ['an interlaced bomb', 'picture-too-many-pixels', () => interlacedPng(11_000)],
    ['a PNG without its pixels', 'picture-damaged', () => png({ width: 500, height: 500 })],
  ])('is refused with its reason, and leaves nothing: %s', async (_name, type, bytes) => {
    const before = await traces();
    const { status, body } = await upload(bytes());
    expect([status, body.type]).toEqual([422, `urn:commissions:problem:${type}`]);
    expect(body.title).not.toBe('');
    expect(await traces()).toEqual(before);
  });

  it('is refused with its size after 20 MiB, and leaves nothing: 50 MB', async () => {
    const before = await traces();
    const { status, body } = await upload(Buffer.alloc(50_000_000));
    expect([status, body.type]).toEqual([413, 'urn:commissions:problem:picture-too-large']);
    expect(await traces()).toEqual(before);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'is refused by its media type: %j',
    async (type) => {
      const { status, body } = await upload(picture('photo.png'), type);
      expect([status, body.detail]).toEqual([415, expect.stringContaining('must be a picture')]);
    },
  );
});

describe('a document that names a picture', () => {
  const save = async (document: object) => {
    const { version } = (await stage.owner.call('GET', `${api}/studio/draft`)).body;
    return stage.owner.call('PUT', `${api}/studio/draft`, { body: { version, document } });
  };
  const unknown = 'f'.repeat(64);

  it('is refused with each place whose picture is not there', async () => {
    const { sha256 } = (await upload(picture('photo.png'))).body;
    const { status, body } = await save({
      logo: { sha256: unknown },
      types: [{ id: 'bust', name: 'Bust', pictures: [{ sha256 }, { sha256: unknown, alt: 'A bust' }] }],
    });
    expect([status, body.issues]).toEqual([
      422,
      [
        { path: '/document/logo', message: '`logo` names a picture that this service does not have', code: 'rule' },
        {
          path: '/document/types/0/pictures/1',
          message: '`types[0].pictures[1]` names a picture that this service does not have',
          code: 'rule',
        },
      ],
    ]);
  });

  it('is refused with its place for what is no name of a picture, and for more than eight', async () => {
    const { sha256 } = (await upload(picture('photo.png'))).body;
    const pictures = Array.from({ length: 9 }, () => ({ sha256 }));
    const { body } = await save({ logo: { sha256: '../x' }, types: [{ id: 'a', name: 'A', pictures }] });
    expect(body.issues.map(({ message }: { message: string }) => message)).toEqual([
      '`types[0].pictures` has more than 8 entries',
      '`logo.sha256` must be the SHA-256 of an uploaded picture, in lower-case hex',
    ]);
  });

  it('is saved and published with those that are there', async () => {
    const { sha256 } = (await upload(picture('photo.png'))).body;
    const document = {
      logo: { sha256 },
      types: [{ id: 'bust', name: 'Bust', pictures: [{ sha256, alt: { en: 'A bust', de: 'Eine Büste' } }] }],
    };
    const saved = await save(document);
    expect([saved.status, saved.body.changed]).toEqual([200, ['types', 'logo']]);
    const { version } = saved.body;
    const published = await stage.owner.call('POST', `${api}/studio/publish`, { body: { version } });
    expect(published.body.document).toMatchObject({
      ...document,
      types: [{ ...document.types[0], name: { en: 'Bust' } }],
    });
  });
});
