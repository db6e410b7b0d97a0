import type { Client } from './submission.ts';

/** Reads `x-forwarded-for` (its first entry, trimmed) and `user-agent`; null where the header is absent (C20). */
export function readClient(headers: Readonly<Record<string, string | string[] | undefined>>): Client {
  const forwardedFor = headerText(headers['x-forwarded-for']);
  return {
    ipAddress: forwardedFor === null ? null : (forwardedFor.split(',', 1)[0] ?? '').trim(),
    userAgent: headerText(headers['user-agent']),
  };
}

function headerText(value: string | string[] | undefined): string | null {
  if (value === undefined) return null;
  return Array.isArray(value) ? value.join(', ') : value;
}
