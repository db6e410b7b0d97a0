import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareAnew } from '../../src/process/service/compare-anew.ts';
import { nearPictures } from '../../src/requests/facets/seen-before/seen-before.ts';
import { openTestPreviews } from '../support/open-previews.ts';
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

/** A picture of an SVG on paper of 400 by 400. */
const drawn = (shapes: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#fff"/>${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();
const tree =
  '<circle cx="200" cy="150" r="85" fill="#2f7a3a"/><rect x="185" y="230" width="30" height="120" fill="#6b4a2b"/>';
const face =
  '<ellipse cx="200" cy="200" rx="95" ry="125" fill="#e3b798"/><circle cx="165" cy="175" r="11"/><circle cx="235" cy="175" r="11"/>';
const lit = (shapes: string) =>
  `<defs><linearGradient id="light"><stop stop-color="#fff8e0"/><stop offset="1" stop-color="#3a2f2a"/></linearGradient></defs>
   <rect width="400" height="400" fill="url(#light)"/>${shapes}`;

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
        customerName: expect.any(String),
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

  it('is known when it was cropped by two hundredths', async () => {
    const whole = await drawn(`${tree}<path d="M30 380q150 -90 340 -20" fill="none" stroke="#000" stroke-width="5"/>`);
    const first = await storeSeen('whole.png', whole);
    const cut = await sharp(whole).extract({ left: 8, top: 8, width: 384, height: 384 }).png().toBuffer();
    expect(await seenBy(await storeSeen('cut.png', cut))).toMatchObject([{ requestId: first }]);
  });

  it.each([
    ['a face after a tree', tree, face],
    [
      'two rooms with the light from one side',
      lit('<circle cx="280" cy="300" r="25" fill="#a33"/>'),
      lit('<rect x="60" y="40" width="40" height="90" fill="#26a"/>'),
    ],
    ['two sheets of one kind in other colours', tree, tree.replace('#2f7a3a', '#c06030').replace('#6b4a2b', '#303060')],
  ])('is not a picture that shares only its paper, light or outline: %s', async (_, one, other) => {
    const first = await storeSeen('one.png', await drawn(one));
    const seen = (await seenBy(await storeSeen('other.png', await drawn(other)))) ?? [];
    expect(seen.filter(({ requestId }: { requestId: string }) => requestId === first)).toEqual([]);
  });

  it('is compared again after upkeep, where its hash is missing', async () => {
    const picture = await drawn('<path d="M20 40L380 300M60 350L340 30" stroke="#000" stroke-width="6"/>');
    const first = await storeSeen('first.png', picture);
    const second = await storeSeen('second.png', await sharp(picture).resize(200).png().toBuffer());
    const forgotten = `update commission_request_files set picture_hash = null, picture_look = null where request_id = any($1)`;
    await stage.database.pool.query(forgotten, [[first, second]]);
    expect(await seenBy(second)).toBeUndefined();
    const { previews, close } = await openTestPreviews();
    await compareAnew(previews, stage.inbox.files, stage.objects, new AbortController().signal);
    await close();
    expect(await seenBy(second)).toMatchObject([{ alike: 'same-picture', requestId: first }]);
    expect(await stage.inbox.files.claimUncompared()).toBeNull();
  });

  it('is found by its index among others', async () => {
    const id = await storeSeen('mine.png', await drawn(face));
    await stage.database.pool.query(`
      insert into commission_request_files (id, request_id, position, file_key, original_file, file_type, file_size, upload_date,
        sha256, preview, picture_hash, picture_look)
      select gen_random_uuid(), '${id}', 100 + n, 'other/' || n, 'other.png', 'image/png', 1, now(),
        md5(n::text), true, ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, '' from generate_series(1, 20000) n`);
    await stage.database.pool.query('analyze commission_request_files');
    const { text, values } = nearPictures(id, '1234567890123456789', 'none');
    const { rows } = await stage.database.pool.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('commission_request_files_look_1');
    expect(plan).not.toContain('Seq Scan');
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
