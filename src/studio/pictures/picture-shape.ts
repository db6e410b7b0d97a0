import { z } from 'zod';
import { named } from '../../platform/shapes/values.ts';

const file = z.object({
  url: z.string().describe('Its address on this listener, and below the path of the customers’ page: `/pictures/…`'),
  width: z.int().min(1),
  height: z.int().min(1),
  bytes: z.int().min(1),
});

export const studioPicture = named(
  'StudioPicture',
  z.object({
    sha256: z.string().describe('Names the picture in the studio’s document: the SHA-256 of its large file'),
    uploadedAt: z.date(),
    small: file.describe('At most 640 pixels on the longer side'),
    large: file.describe('At most 1600 pixels on the longer side'),
  }),
);

export const studioPictureList = named('StudioPictureList', z.object({ items: z.array(studioPicture) }));
