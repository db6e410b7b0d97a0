import { z } from 'zod';
import { contrastOf } from './contrast.ts';
import { contrastOn, leastContrast, type Shade, surfaces, typefaces } from './look.ts';

/** A colour for text, links and buttons on a surface. Text on it is light or dark, and one of these always has enough contrast. */
function accentOn(shade: Shade) {
  return z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#2b5c77"')
    .toLowerCase()
    .refine((colour) => !(contrastOf(colour, surfaces[shade]) < leastContrast), {
      error: ({ input }) =>
        `has a contrast of ${contrastOn(shade, String(input))}:1 on the ${shade} page, and text needs ${leastContrast}:1`,
    })
    .nullable()
    .default(null);
}

/** The theme of the page (S12). Null keeps the page's own colour. */
export const themeSchema = z.strictObject({
  accent: z.strictObject({ light: accentOn('light'), dark: accentOn('dark') }).prefault({}),
  scheme: z.enum(['both', 'light', 'dark']).default('both'),
  typeface: z.enum(typefaces).default('system'),
});

export type Theme = z.output<typeof themeSchema>;
