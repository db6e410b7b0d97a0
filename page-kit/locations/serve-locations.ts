import type { LocationTask } from './location-reader.ts';
import type { locationTasks } from './picture-location.ts';

/** Says that the worker has started. Then it answers one question, unless it is stopped from outside. */
export function serveLocations(tasks: typeof locationTasks): void {
  self.onmessage = async ({ data }: MessageEvent<LocationTask>) => {
    self.postMessage(await tasks[data.task](data.file));
  };
  self.postMessage('started');
}
