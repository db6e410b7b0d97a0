/** Takes credentials out of a text. */
export type Redact = (text: string) => string;

const replacement = '[redacted]';
const connectionString = /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s@]*@\S*/gi;
const wordCharacter = '[A-Za-z0-9_-]';
const shortSecretLength = 8;

/** Redacts these secrets wherever they stand, and any URL with a password (C27). */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns = secrets
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .map(secretPattern);
  return (text) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, replacement), text.replace(connectionString, replacement));
}

/** A short secret is also a piece of ordinary words, so it counts only where it stands as a word of its own. */
function secretPattern(secret: string): RegExp {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (secret.length >= shortSecretLength) return new RegExp(literal, 'g');
  return new RegExp(`(?<!${wordCharacter})${literal}(?!${wordCharacter})`, 'g');
}
