import type { placeTasks } from './picture-place.ts';
import type { PlaceQuestion } from './places-in-worker.ts';

/** Says that the worker has started. Then it answers one question, unless it is stopped from outside. */
export function servePlaces(tasks: typeof placeTasks): void {
  self.onmessage = async ({ data }: MessageEvent<PlaceQuestion>) => {
    self.postMessage(await tasks[data.task](data.file));
  };
  self.postMessage('started');
}
