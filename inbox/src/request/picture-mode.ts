/** Whose pictures are to be large as soon as the request is shown: whoever decides before a picture goes on before the next. */
let awaited: string | null = null;

export function awaitPictures(requestId: string): void {
  awaited = requestId;
}

/** Whether it is the one; asked once. */
export function isAwaited(requestId: string): boolean {
  const isIt = awaited === requestId;
  awaited = null;
  return isIt;
}
