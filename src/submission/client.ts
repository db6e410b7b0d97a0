import type { IncomingHttpHeaders } from 'node:http';
import { languageOf } from '../language/languages.ts';
import type { Client } from './submission.ts';

/** A single language tag with at most a script and a region (RFC 5646). */
const languageTag = /^[a-z]{2}(-[a-z]{4})?(-[a-z]{2}|-\d{3})?$/i;

/**
 * Reads the first entry of `x-forwarded-for`, trimmed, and `user-agent`: null where the header is absent (C20). Reads
 * `content-language`: null unless it is a single tag of a supported language.
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
