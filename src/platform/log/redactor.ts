/** Removes credentials from a text. */
export type Redact = (text: string) => string;

const replacement = '[redacted]';
const connectionString = /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s@]*@\S*/gi;
const wordCharacter = '[A-Za-z0-9_-]';
const shortSecretLength = 8;
/** The name of this program. Hiding it in its own sentences and commands would reveal the password. */
const ownName = 'commissions';

/** Creates a function that redacts these secrets everywhere, and every URL with a password (C27). */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns = secrets
    .filter((secret) => secret !== '' && secret !== ownName)
    .sort((a, b) => b.length - a.length)
    .map(secretPattern);
  return (text) =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, replacement), text.replace(connectionString, replacement));
}

/** Returns the pattern of a secret. A short secret may be part of ordinary words, so it must be a whole word. */
function secretPattern(secret: string): RegExp {
  const literal = secret.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if (secret.length >= shortSecretLength) return new RegExp(literal, 'g');
  return new RegExp(`(?<!${wordCharacter})${literal}(?!${wordCharacter})`, 'g');
}
