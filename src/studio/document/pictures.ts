import { z } from 'zod';
import { localizedName } from '../catalogue/texts.ts';

const mostExamples = 8;

/** Names a picture that was uploaded: the SHA-256 of its largest file. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of an uploaded picture, in lower-case hex');

export const logoSchema = z.strictObject({ sha256 }).nullable().default(null);

/** Examples of a type of work. `alt` describes the picture for people who cannot see it. */
export const examplePictures = z
  .array(z.strictObject({ sha256, alt: localizedName.nullable().default(null) }))
  .max(mostExamples)
  .default([]);
