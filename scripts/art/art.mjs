import sharp from 'sharp';
import { animal } from './animals.mjs';
import { cover, tarot } from './cards.mjs';
import { emotes } from './emotes.mjs';
import { landscape } from './landscapes.mjs';
import { portrait } from './portraits.mjs';
import { brick, cream, ink, ochre } from './shapes.mjs';

const kinds = { character: portrait, pet: animal, landscape, cover, tarot, emotes };

/** Resolves with a PNG. The same kind, seed and size give the same picture. */
export function draw(kind, seed, width = 1200, height = 1200) {
  const content = kinds[kind](seed, width, height);
  return rasterised(kind === 'emotes' ? content : content + corners, width, height);
}

function rasterised(content, width, height) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1000 ${(1000 * height) / width}">${content}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Darker corners, as of a picture under a lamp. */
const corners = `<radialGradient id="corners" r="0.78"><stop offset="0.6" stop-color="${ink}" stop-opacity="0"/><stop offset="1" stop-color="${ink}" stop-opacity="0.34"/></radialGradient><rect width="100%" height="100%" fill="url(#corners)"/>`;

/** Resolves with the studio's mark, a fox's head over a drop of ink, without a ground. */
export function drawLogo(size = 480) {
  const content = `<path d="M500 60C640 260 820 420 820 610A320 320 0 0 1 180 610C180 420 360 260 500 60Z" fill="${brick}"/>
    <path d="M250 470L300 690Q500 900 500 900Q500 900 700 690L750 470L610 560Q500 520 390 560Z" fill="${ochre}"/>
    <path d="M300 690Q420 640 500 900Q580 640 700 690Q600 830 500 900Q400 830 300 690Z" fill="${cream}"/>
    <circle cx="405" cy="655" r="26" fill="${ink}"/><circle cx="595" cy="655" r="26" fill="${ink}"/><path d="M455 820Q500 800 545 820Q530 880 500 895Q470 880 455 820Z" fill="${ink}"/>`;
  return rasterised(content, size, size);
}
