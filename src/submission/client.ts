import { languageOf } from '../language/languages.ts';
import type { Client } from './submission.ts';

/** One tag of a language, with a script and a region at most (RFC 5646). */
const languageTag = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/**
 * Reads `x-forwarded-for` (its first entry, trimmed) and `user-agent`, null where the header is absent (C20); and
 * `content-language`, null unless it is one language that customers are addressed in.
 */
export function readClient(headers: Readonly<Record<string, string | string[] | undefined>>): Client {
  const forwardedFor = headerText(headers['x-forwarded-for']);
  const tag = headerText(headers['content-language']);
  return {
    ipAddress: forwardedFor === null ? null : (forwardedFor.split(',', 1)[0] ?? '').trim(),
    userAgent: headerText(headers['user-agent']),
    language: tag !== null && languageTag.test(tag) ? languageOf(tag) : null,
  };
}

function headerText(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}
