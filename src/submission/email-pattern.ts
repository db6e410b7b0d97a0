const letter = String.raw`\p{L}\p{M}\p{N}`;
const atom = `[${letter}!#$%&'*+/=?^_\`{|}~\\-]+`;
const label = `[${letter}][${letter}\\-]*`;
/** At least two characters. The first is no digit and no hyphen, the last no hyphen: `xn--p1ai`. */
const lastLabel = `[\\p{L}\\p{M}][${letter}\\-]*[${letter}]`;

/**
 * Matches an e-mail address (C15): a local part of atoms (RFC 5322 section 3.2.3) and a domain of at least two labels,
 * both with letters, marks and digits of any script (RFC 6531). Accepts every address that `z.email()` accepts.
 * Matching takes time linear in the length, because no two adjacent repetitions match the same character.
 */
export const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+${lastLabel}$`, 'u');
