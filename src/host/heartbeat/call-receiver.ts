/** Calls a receiver of heartbeats. Follows no redirect. Resolves with the status of the response. */
export async function callReceiver(url: string, signal: AbortSignal): Promise<number> {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', signal });
  await response.body?.cancel();
  return response.status;
}
