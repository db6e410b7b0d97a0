import type { IncomingHttpHeaders } from 'node:http';
import { languageOf } from '../language/languages.ts';
import type { Client } from './submission.ts';

/** One tag of a language, with a script and a region at most (RFC 5646). */
const languageTag = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/**
 * Reads `x-forwarded-for` (its first entry, trimmed) and `user-agent`, null where the header is absent (C20); and
 * `content-language`, null unless it is one language that customers are addressed in.
 */
export function readClient(headers: IncomingHttpHeaders): Client {
  const [firstAddress] = headers['x-forwarded-for']?.toString().split(',', 1) ?? [];
  const tag = headers['content-language'] ?? '';
  return {
    ipAddress: firstAddress?.trim() ?? null,
    userAgent: headers['user-agent'] ?? null,
    language: languageTag.test(tag) ? languageOf(tag) : null,
  };
}
