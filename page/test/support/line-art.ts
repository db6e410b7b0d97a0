import type { Locator } from 'playwright-core';
import sharp from 'sharp';

/** Black lines without a background. */
export const lineArt = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500">' +
        '<path d="M100 100H1900V1400H100Z" fill="none" stroke="#000" stroke-width="180"/></svg>',
    ),
  )
    .png()
    .toBuffer();

/** Returns the contrast between the darkest and the middle pixel of a picture on the screen, as WCAG 2.2 defines it. */
export async function contrastIn(picture: Locator): Promise<number> {
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const luminanceAt = (pixel: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(pixel * info.channels, pixel * info.channels + 3);
    const linear = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
  };
  const all = Array.from({ length: info.width * info.height }, (_, pixel) => luminanceAt(pixel));
  const middle = luminanceAt(Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  const darkest = all.reduce((least, one) => Math.min(least, one));
  return (middle + 0.05) / (darkest + 0.05);
}
