const probeMs = 4000;

/**
 * Whether the service is there but lets no script of this page's origin read it (Fetch standard, section 3.3): to a script
 * that looks like a lost connection, and no repetition mends it. `url` is one that the service has for `GET`.
 */
export async function isOriginBlocked(url: string): Promise<boolean> {
  const page = globalThis.location;
  if (page === undefined || new URL(url).origin === page.origin) return false;
  const isThere = await responds(url, { mode: 'no-cors' });
  // The header has the browser ask for leave first, as it does for a submission.
  return isThere && !(await responds(url, { mode: 'cors', headers: { 'Idempotency-Key': 'probe' } }));
}

function responds(url: string, init: RequestInit): Promise<boolean> {
  return fetch(url, { ...init, cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  );
}
