/** The request that opens with its pictures large. Set when the previous request was decided in the large view. */
let awaited: string | null = null;

export function awaitPictures(requestId: string): void {
  awaited = requestId;
}

/** Returns true once for the awaited request, and resets it. */
export function isAwaited(requestId: string): boolean {
  const isIt = awaited === requestId;
  awaited = null;
  return isIt;
}
