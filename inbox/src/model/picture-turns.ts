/**
 * A browser opens six connections to a service without HTTP/2, and a preview that is still being made may keep one for
 * seconds. The others are for the large picture, decisions and the stream of events. The service makes one preview at a
 * time.
 */
const maxLoading = 2;

const waiting = new Set<() => void>();
let loading = 0;

/**
 * Calls `load` once fewer than two pictures are loading, the first caller first.
 *
 * @returns A function that ends the turn. Call it when the picture has loaded, has failed or is no longer needed.
 */
export function takePictureTurn(load: () => void): () => void {
  let isOver = false;
  waiting.add(load);
  startWaiting();
  return () => {
    if (isOver) return;
    isOver = true;
    if (waiting.delete(load)) return;
    loading -= 1;
    startWaiting();
  };
}

function startWaiting(): void {
  for (const load of waiting) {
    if (loading >= maxLoading) return;
    waiting.delete(load);
    loading += 1;
    load();
  }
}

/**
 * Loads a picture into the browser's cache.
 *
 * @returns Takes the picture out of the queue if it is not loading yet.
 */
export function preloadPicture(path: string): () => void {
  const picture = new Image();
  const end = takePictureTurn(() => {
    picture.src = path;
  });
  picture.onload = end;
  picture.onerror = end;
  return () => {
    if (picture.src === '') end();
  };
}
