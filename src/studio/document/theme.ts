import { z } from 'zod';
import { contrastOf } from './contrast.ts';

/** The surfaces of the page that a colour has to stand out from. */
const surfaces = { light: '#ffffff', dark: '#1e2125' } as const;

/** Of text (WCAG 2.2, 1.4.3). It includes the 3:1 of controls (1.4.11). */
const leastContrast = 4.5;

/** A colour for text, links and buttons on a surface. Text on it is white or black, of which one always stands out. */
function accentOn(scheme: keyof typeof surfaces) {
  return z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as "#2b5c77"')
    .toLowerCase()
    .refine((colour) => !(contrastOf(colour, surfaces[scheme]) < leastContrast), {
      error: ({ input }) => {
        const ratio = Math.floor(contrastOf(String(input), surfaces[scheme]) * 10) / 10;
        return `has a contrast of ${ratio}:1 on the ${scheme} page, and text needs ${leastContrast}:1`;
      },
    })
    .nullable()
    .default(null);
}

export const schemes = ['both', 'light', 'dark'] as const;
export const typefaces = ['system', 'serif', 'rounded', 'monospace'] as const;

/** How the page looks (S12). Null keeps the page's own colour. */
export const themeSchema = z.strictObject({
  accent: z.strictObject({ light: accentOn('light'), dark: accentOn('dark') }).prefault({}),
  scheme: z.enum(schemes).default('both'),
  typeface: z.enum(typefaces).default('system'),
});

export type Theme = z.output<typeof themeSchema>;
