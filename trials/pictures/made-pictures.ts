import sharp from 'sharp';
import type { Random } from '../random.ts';

const width = 800;
const height = 640;

export type Kind = keyof typeof makers;

/** Makes a picture of a kind: the same for the same random generator. */
export const makers = { drawing, sheet, photo };

function paper(shapes: string): Promise<Buffer> {
  const size = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#fff"/>${shapes}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A few lines and circles on white. */
function drawing(random: Random): Promise<Buffer> {
  const point = () => `${40 + random.below(width - 80)} ${40 + random.below(height - 80)}`;
  const shape = () => {
    const style = `fill="none" stroke="#222" stroke-width="${2 + random.below(5)}"`;
    if (random.chance(0.7)) return `<path d="M${point()}Q${point()} ${point()}T${point()}" ${style}/>`;
    const [x, y] = point().split(' ');
    return `<circle cx="${x}" cy="${y}" r="${10 + random.below(110)}" ${style}/>`;
  };
  return paper(Array.from({ length: 2 + random.below(12) }, shape).join(''));
}

/** A figure three times, and its colours: each sheet has the same layout. */
function sheet(random: Random): Promise<Buffer> {
  const colours = Array.from({ length: 4 }, () => `hsl(${random.below(360)},${30 + random.below(60)}%,50%)`);
  const [head, body] = [34 + random.below(26), 140 + random.below(80)];
  const figure = (x: number) =>
    `<circle cx="${x}" cy="160" r="${head}" fill="${colours[0]}" stroke="#000"/>
     <rect x="${x - head}" y="${160 + head}" width="${2 * head}" height="${body}" fill="${colours[1]}" stroke="#000"/>
     <path d="M${x + head} 380q80 ${random.below(80)} 60 -90" stroke="${colours[2]}" stroke-width="14" fill="none"/>`;
  const swatches = colours.map(
    (colour, at) => `<rect x="700" y="${120 + at * 90}" width="60" height="60" fill="${colour}"/>`,
  );
  return paper([140, 360, 580].map(figure).join('') + swatches.join(''));
}

/** Soft shapes of several sizes, with fine grain. */
async function photo(random: Random): Promise<Buffer> {
  let picture = sharp({ create: { width, height, channels: 3, background: '#808080' } });
  for (const columns of [2, 4, 9, 25, 90]) {
    const raw = { width: columns, height: Math.ceil(columns * 0.8), channels: 4 as const };
    const opacity = columns < 10 ? 140 : 70;
    const pixels = Buffer.from(
      Array.from({ length: raw.width * raw.height * 4 }, (_, at) => (at % 4 === 3 ? opacity : random.below(256))),
    );
    const layer = await sharp(pixels, { raw }).resize(width, height, { fit: 'fill', kernel: 'cubic' }).png().toBuffer();
    picture = sharp(
      await picture
        .composite([{ input: layer }])
        .png()
        .toBuffer(),
    );
  }
  return picture.jpeg({ quality: 92 }).toBuffer();
}
