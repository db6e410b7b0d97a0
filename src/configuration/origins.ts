import { z } from 'zod';
import { isOrigin } from './values.ts';

/** A comma-separated list of exact origins (RFC 6454 section 6.2), or `*` for all. */
export const originList = z.string().transform((text, context): readonly string[] | '*' => {
  const origins = text.split(',').map((origin) => origin.trim());
  if (origins.length === 1 && origins[0] === '*') return '*';
  for (const [index, origin] of origins.entries()) {
    const fault = faultOf(origin);
    if (fault !== null) context.addIssue({ code: 'custom', message: `entry ${index + 1} ${fault}` });
  }
  return origins;
});

function faultOf(origin: string): string | null {
  if (origin === '*') return 'is *, which must stand alone';
  if (origin.includes('*')) return 'has a wildcard: list each origin by itself, or set * alone for all of them';
  if (!isOrigin(origin)) return 'must be an origin such as https://example.org, in lower case and without a path';
  return null;
}
