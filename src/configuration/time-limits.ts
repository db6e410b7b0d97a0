import { z } from 'zod';
import { durationMs, integer } from './values.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The members of `TIME_LIMITS`, each with its default. */
const members = {
  /** Limit for the headers of a request to arrive. */
  headersMs: durationMs.default(15_000),
  /** A body that arrives more slowly, on average over the window, is aborted. 0 switches the limit off. */
  minBodyBytesPerSecond: integer(0).default(1024),
  bodyRateWindowMs: durationMs.default(30_000),
  /** When a body finds no room, the oldest one that is slower on average is aborted. 0 switches the limit off. */
  busyMinBodyBytesPerSecond: integer(0).default(16 * 1024),
  /** Limit for a whole body to arrive, and then again for its attachments to be stored. */
  submissionMs: durationMs.default(60 * minuteMs),
  /** Limit for the rest of a rejected body to arrive, and for a client to read its response. */
  drainMs: durationMs.default(minuteMs),
  /** Limit for a new database connection, and for a free one of the pool. */
  connectMs: durationMs.default(3000),
  /** Limit for one SQL statement. */
  statementMs: durationMs.default(15_000),
  /** Limit for one database lock. */
  lockMs: durationMs.default(5000),
  /** Limit for storing one attachment, all attempts together. */
  putMs: durationMs.default(45_000),
  /** Attempts at storing one attachment. */
  putAttempts: integer(1, 100).default(4),
  /** How long an upload without a sign of life is left alone. */
  leaseMs: durationMs.default(minuteMs),
  /** Pause between two sweeps. */
  sweepIntervalMs: durationMs.default(30_000),
  /** How long the sweep keeps deleting the objects of a failed upload, because a late put may store them again. */
  graceMs: durationMs.default(dayMs),
};

/** `name=number` pairs, separated by commas: `headersMs=500,leaseMs=2000`. The last value of a repeated name counts. */
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
  // The sweep could delete the objects of an upload that outlives its lease.
  .refine(({ putMs, leaseMs }) => putMs < leaseMs, 'putMs must be less than leaseMs');
