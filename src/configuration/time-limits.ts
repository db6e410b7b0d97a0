import { z } from 'zod';
import { durationMs, integer } from './values.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The members of `TIME_LIMITS`, each with its default. */
const members = {
  /** For the headers of a request. */
  headersMs: durationMs.default(15_000),
  /** A body that brings less, on average over the window, is given up; 0 gives up none. */
  minBodyBytesPerSecond: integer(0).default(1024),
  bodyRateWindowMs: durationMs.default(30_000),
  /** While an upload finds no slot, others that bring less, on average, may be given up; 0 spares them. */
  busyMinBodyBytesPerSecond: integer(0).default(16 * 1024),
  /** For a whole body to arrive, and then again for its attachments to be stored. */
  submissionMs: durationMs.default(60 * minuteMs),
  /** For the rest of a rejected body, and for a client to take its response. */
  drainMs: durationMs.default(minuteMs),
  /** For a new database connection, and for a free one of the pool. */
  connectMs: durationMs.default(3000),
  /** For one SQL statement. */
  statementMs: durationMs.default(15_000),
  /** For one database lock. */
  lockMs: durationMs.default(5000),
  /** For storing one attachment, all attempts together. */
  putMs: durationMs.default(45_000),
  /** Attempts at storing one attachment. */
  putAttempts: integer(1, 100).default(4),
  /** How long an upload without a sign of life is left alone. */
  leaseMs: durationMs.default(minuteMs),
  /** Pause between two sweeps. */
  sweepIntervalMs: durationMs.default(30_000),
  /** How long the objects of a failed upload are deleted again. */
  graceMs: durationMs.default(dayMs),
};

/** `name=number` pairs, separated by commas: `headersMs=500,leaseMs=2000`. Of a repeated name the last value counts. */
export const timeLimits = z
  .string()
  .transform((text, context) => {
    const given = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map((entry) => entry.split(/\s*=\s*(.*)/, 2));
    for (const [index, [name = '', value]] of given.entries()) {
      if (Object.hasOwn(members, name) && value !== undefined) continue;
      const names = Object.keys(members).join(', ');
      context.addIssue({ code: 'custom', message: `entry ${index + 1} must be name=number, with one of ${names}` });
    }
    return Object.fromEntries(given);
  })
  .pipe(z.object(members))
  // An upload that outlives its lease could be deleted while it is under way.
  .refine(({ putMs, leaseMs }) => putMs < leaseMs, 'putMs must be less than leaseMs');
