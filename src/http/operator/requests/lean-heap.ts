import { setFlagsFromString } from 'node:v8';

let users = 0;

/**
 * Keeps the heap small until the function that it gives is called. What flows through an export leaves garbage that V8 would
 * let grow by tens of MiB before it looks; so it looks sooner, at the price of some CPU time.
 */
export function keepHeapLean(): () => void {
  users += 1;
  if (users === 1) setFlagsFromString('--optimize-for-size');
  let isOver = false;
  return () => {
    if (isOver) return;
    isOver = true;
    users -= 1;
    if (users === 0) setFlagsFromString('--no-optimize-for-size');
  };
}
