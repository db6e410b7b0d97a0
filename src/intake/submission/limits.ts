/** Maximum number of `files` parts in one submission. */
export const maxFiles = 10;

/** Maximum bytes of one file, inclusive. */
export const maxFileBytes = 10 * 1024 * 1024;

/** Maximum bytes of the `payload` part (C9). */
export const maxPayloadBytes = 384 * 1024;

/** Maximum bytes of the part `commission-form` (S2). */
export const maxCommissionFormBytes = 256 * 1024;

/** Maximum members of all objects in the payload, at any depth (C9). A parser takes microseconds for each. */
export const maxPayloadMembers = 10_000;

/** Maximum arrays and objects in the payload, at any depth, with the payload itself (C9). */
export const maxPayloadStructures = 120_000;

/** Maximum number of issues for one payload (C16). */
export const maxIssues = 1000;

/** Maximum bytes of the issues in one response, as JSON (C16). Leaves room for the rest of a body of 64 KiB. */
export const maxIssuesBytes = 63 * 1024;

/** Maximum number of parts in one form, whatever their names (C9). */
export const maxParts = 1000;

/** Maximum bytes of one part's header block (C6). */
export const maxPartHeaderBytes = 16 * 1024;
