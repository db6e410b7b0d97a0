import type { Pool } from 'pg';
import { shownQueueName } from '../../intake/submission/queue-name.ts';
import { untilAborted, withinLimit } from '../../platform/waiting/within-limit.ts';
import type { Queue, QueueRow } from '../../studio/catalogue/queue-shape.ts';
import type { Studio } from '../../studio/document/studio.ts';
import type { QueueView } from './queue-view.ts';
import { type QueuedRequest, type QueuedRequests, readQueue, shownNumberOf } from './read-queue.ts';

const validMs = 5000;
/** The longest wait for the database. */
const waitMs = 1000;

/** @param pool Must not be the pool of submissions. */
export function createQueueView(pool: Pool): QueueView {
  let known: QueuedRequests | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> = Promise.resolve();

  async function read(): Promise<void> {
    known = await readQueue(pool).catch(() => known);
  }

  return {
    async of({ studio }) {
      if (studio.queue?.isShown !== true) return 'hidden';
      if (performance.now() - readAt >= validMs) {
        readAt = performance.now();
        reading = read();
      }
      await withinLimit(waitMs, null, (signal) => untilAborted(reading, signal)).catch(() => {});
      return known && queueOf(known, studio);
    },
  };
}

function queueOf({ requests, waiting }: QueuedRequests, studio: Studio): Queue {
  const types = new Set(studio.types.map(({ id }) => id));
  const rowsOf = (section: QueuedRequest['section']) =>
    requests.filter((request) => request.section === section).map((request) => rowOf(request, types, studio));
  return { inProgress: rowsOf('inProgress'), next: rowsOf('next'), waiting, finished: rowsOf('finished') };
}

/** Shows only types of the studio. Another type is a text of a stranger. */
function rowOf({ id, typeId, month, queueName }: QueuedRequest, types: ReadonlySet<string>, studio: Studio): QueueRow {
  const name = studio.queue?.asksName === true ? shownQueueName(queueName ?? '') : '';
  return {
    type: typeId !== null && types.has(typeId) ? typeId : null,
    month,
    number: shownNumberOf(id),
    ...(name !== '' && { name }),
  };
}
