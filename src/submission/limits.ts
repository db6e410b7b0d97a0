/** At most this many `files` parts make one submission. */
export const maxFiles = 10;

/** A file of exactly this many bytes is accepted, one byte more is too large. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Cap on the text of the governing `payload` part (C9). */
export const maxPayloadBytes = 384 * 1024;

/** Cap on the members of all objects in the payload, wherever they are (C9): a parser takes microseconds for each. */
export const maxPayloadMembers = 10_000;

/** A payload gets at most this many issues (C16). */
export const maxIssues = 1000;

/** Cap on the issues of one response, as JSON (C16). Leaves room for the rest of a body of 64 KiB. */
export const maxIssuesBytes = 63 * 1024;

/** Cap on the number of parts of any name in one form (C9). */
export const maxParts = 1000;

/** Cap on the header block of one part (C6). */
export const maxPartHeaderBytes = 16 * 1024;

/** Character limits of the payload's texts, counted in Unicode code points (C12). */
export const maxCharacters = {
  customerName: 200,
  customerEmail: 320,
  customerSocials: 2000,
  message: 20_000,
} as const;
