/** The request that opens with its pictures large. Set when the previous request was decided in the large view. */
let requestedId: string | null = null;

export function requestLargeView(requestId: string): void {
  requestedId = requestId;
}

/** Returns true once for the request that `requestLargeView` named. */
export function consumeLargeViewRequest(requestId: string): boolean {
  const isRequested = requestedId === requestId;
  requestedId = null;
  return isRequested;
}
