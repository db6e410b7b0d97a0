import { z } from 'zod';
import { localizedName } from './texts.ts';

const pixels = z.int().min(1);

/** A picture of the studio. Addresses are relative to the page. `width` and `height` are those of the picture at `url`. */
export const logo = z.strictObject({ url: z.string(), width: pixels, height: pixels }).meta({
  description:
    'A WebP. `url` is relative to the page of the service; `width` and `height` are those of the picture there.',
});

/** An example of a type of work. */
export const example = logo.extend({
  largeUrl: z.string().describe('The same picture with at most 1600 pixels on the longer side.'),
  alt: localizedName.nullable().describe('What there is to see.'),
});

export type ShownPicture = z.output<typeof example>;

export const logoShape = logo.optional();
export const examplesShape = z.array(example).optional();
