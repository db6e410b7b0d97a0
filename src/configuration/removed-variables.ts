/** The variables of earlier releases, which are ignored, and what to set instead. */
const replacements: Readonly<Record<string, string>> = {
  WORKERS: 'one process serves; start several for more',
  MAX_SPOOL_BYTES: 'lower MAX_UPLOADS: times MAX_REQUEST_BYTES it is the most disk that temporary files take',
  HEADERS_TIMEOUT_MS: 'headersMs in TIME_LIMITS',
  MIN_BODY_BYTES_PER_SECOND: 'minBodyBytesPerSecond in TIME_LIMITS',
  BODY_RATE_WINDOW_MS: 'bodyRateWindowMs in TIME_LIMITS',
  BUSY_MIN_BODY_BYTES_PER_SECOND: 'busyMinBodyBytesPerSecond in TIME_LIMITS',
  SUBMISSION_TIMEOUT_MS: 'submissionMs in TIME_LIMITS',
  DRAIN_TIMEOUT_MS: 'drainMs in TIME_LIMITS',
  DATABASE_CONNECT_TIMEOUT_MS: 'connectMs in TIME_LIMITS',
  DATABASE_STATEMENT_TIMEOUT_MS: 'statementMs in TIME_LIMITS',
  DATABASE_LOCK_TIMEOUT_MS: 'lockMs in TIME_LIMITS',
  UPLOAD_TIMEOUT_MS: 'putMs in TIME_LIMITS',
  UPLOAD_ATTEMPTS: 'putAttempts in TIME_LIMITS',
  UPLOAD_LEASE_MS: 'leaseMs in TIME_LIMITS',
  RECOVERY_INTERVAL_MS: 'sweepIntervalMs in TIME_LIMITS',
  RECOVERY_GRACE_MS: 'graceMs in TIME_LIMITS',
};

/** Returns the variables of the environment that an earlier release knew and this one ignores. */
export function removedVariables(env: Readonly<Record<string, string | undefined>>) {
  return Object.entries(replacements)
    .filter(([name]) => env[name])
    .map(([name, instead]) => ({ name, instead }));
}
