import { placeTasks } from './picture-place.ts';
import type { PlaceQuestion } from './places-in-worker.ts';

/** Says that it has started. Then it answers one question, unless it is stopped from outside. */
self.onmessage = async ({ data }: MessageEvent<PlaceQuestion>) => {
  self.postMessage(await placeTasks[data.task](data.file));
};
self.postMessage('started');
