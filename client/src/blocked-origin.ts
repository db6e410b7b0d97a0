const probeMs = 4000;

/**
 * Resolves with true when the service responds but CORS (Fetch standard, section 3.3) rejects this page's origin. A
 * script cannot distinguish that from a lost connection, and no retry fixes it. The service must accept `GET` for `url`.
 */
export async function isOriginBlocked(url: string): Promise<boolean> {
  const page = globalThis.location;
  if (page === undefined || new URL(url).origin === page.origin) return false;
  const isReachable = await responds(url, { mode: 'no-cors' });
  // This header causes a CORS preflight, as a submission does.
  return isReachable && !(await responds(url, { mode: 'cors', headers: { 'Idempotency-Key': 'probe' } }));
}

function responds(url: string, init: RequestInit): Promise<boolean> {
  return fetch(url, { ...init, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  );
}
