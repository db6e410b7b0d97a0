const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** S3 says with a status of 400 that a body did not come in time. */
const transientS3Codes = new Set(['RequestTimeout']);
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Whether a retry may succeed: by the status of the store's response, or the network's error. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  if (error.name === 'TimeoutError') return true;
  const code = 'code' in error ? (error.code as string) : '';
  if ('status' in error) return transientStatuses.has(error.status as number) || transientS3Codes.has(code);
  return transientCodes.has(code);
}
