import { createHash } from 'node:crypto';
import type { Texts } from './asked.ts';

/** A version of a text is the SHA-256 of its UTF-8 (S24). */
export function versionOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The texts of a revision never change, so the versions are computed once for each object. */
const knownVersions = new WeakMap<Texts, Record<string, string>>();

/** Returns the version of each text by language. */
export function versionsOf(texts: Texts): Record<string, string> {
  const known = knownVersions.get(texts);
  if (known) return known;
  const versions = Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, versionOf(text)]));
  knownVersions.set(texts, versions);
  return versions;
}
