import sharp from 'sharp';
import { looksSame } from '../../src/requests/facets/seen-before/looks-same.ts';
import { pictureHash } from '../../src/studio/previews/program/picture-hash.ts';
import { createRandom } from '../random.ts';
import { type Kind, makers } from './made-pictures.ts';

/** Compares made pictures with each other, and with copies of them: `npm run look-alikes -- [seed]`. */
const counts: Readonly<Record<Kind, number>> = { drawing: 150, sheet: 20, photo: 50 };
const fewestFound = 0.95;
const cut = 0.02;
const previewSide = 320;

const copies: Readonly<Record<string, (picture: Buffer) => Promise<Buffer>>> = {
  'scaled by half': async (picture) => {
    const { width } = await sharp(picture).metadata();
    return sharp(picture)
      .resize(Math.round(width / 2))
      .png()
      .toBuffer();
  },
  'JPEG of quality 60': (picture) => sharp(picture).jpeg({ quality: 60 }).toBuffer(),
  'cropped by 2 %': async (picture) => {
    const { width, height } = await sharp(picture).metadata();
    const [left, top] = [Math.round(width * cut), Math.round(height * cut)];
    return sharp(picture)
      .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
      .png()
      .toBuffer();
  },
};

/** As the service sees a picture: by its preview. */
async function lookOf(picture: Buffer): Promise<Buffer> {
  const preview = await sharp(picture).resize({ width: previewSide }).webp({ quality: 80, effort: 3 }).toBuffer();
  // The first 64 bits only find candidates.
  return Buffer.from((await pictureHash(sharp, preview)) ?? '', 'hex').subarray(8);
}

const seed = Number(process.argv[2] ?? 1);
const random = createRandom(seed);
const looks: Buffer[] = [];
const found: Record<string, number> = {};
let asked = 0;
for (const [kind, count] of Object.entries(counts) as [Kind, number][]) {
  for (let index = 0; index < count; index += 1) {
    const picture = await makers[kind](random);
    const look = await lookOf(picture);
    looks.push(look);
    if (kind === 'sheet') continue;
    asked += 1;
    for (const [name, copy] of Object.entries(copies)) {
      found[name] = (found[name] ?? 0) + (looksSame(look, await lookOf(await copy(picture))) ? 1 : 0);
    }
  }
}
const pairs = looks.flatMap((one, at) => looks.slice(at + 1).map((other) => looksSame(one, other)));
const doubles = pairs.filter(Boolean).length;
console.log(`Seed ${seed}: ${doubles} false doubles in ${pairs.length} pairs`);
for (const [name, count] of Object.entries(found)) console.log(`${name}: ${count} of ${asked} copies found`);
if (doubles > 0 || Object.values(found).some((count) => count < fewestFound * asked)) process.exitCode = 1;
