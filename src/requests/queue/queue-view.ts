import type { Queue } from '../../studio/catalogue/queue-shape.ts';
import type { ServedStudio } from '../../studio/document/served-studio.ts';

/** Shows customers the studio's work under way. */
export interface QueueView {
  /**
   * Resolves with the queue as this studio shows it, at most five seconds old. Without the database: the last known one,
   * or null without one. `hidden` when the studio does not show its queue.
   */
  of(served: ServedStudio): Promise<Queue | 'hidden' | null>;
}
