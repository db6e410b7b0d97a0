import { onMeasured } from '../../../platform/measurements/measurements.ts';
import type { Metrics } from './metrics.ts';

const second = 1000;

/** The alerts ask for rises of these. A counter that appears with its first burst has not risen. */
const watchedVerdicts = [
  'created',
  'submission-failed',
  'bucket-not-set',
  'busy',
  'no-room-for-files',
  'request-timeout',
];
const watchedResults = ['wrong-credentials', 'too-many-attempts'] as const;

/** Counts the measurements of the parts of this process. Returns a function that ends it. */
export function recordMeasurements(metrics: Metrics): () => void {
  for (const verdict of watchedVerdicts) metrics.submissions.inc({ verdict }, 0);
  for (const result of watchedResults) metrics.signInAttempts.inc({ result }, 0);
  const ends = [
    onMeasured('submission', ({ verdict, bodyBytes, totalMs, readMs }) => {
      metrics.submissions.inc({ verdict });
      metrics.submissionBytes.inc(bodyBytes);
      metrics.submissionSeconds.observe({ phase: 'total' }, totalMs / second);
      if (readMs === null) return;
      metrics.submissionSeconds.observe({ phase: 'read' }, readMs / second);
      metrics.submissionSeconds.observe({ phase: 'store' }, (totalMs - readMs) / second);
    }),
    onMeasured('response', ({ listener, route, status, elapsedMs }) =>
      metrics.httpSeconds.observe({ listener, route, code: status }, elapsedMs / second),
    ),
    onMeasured('objectStore', ({ operation, result, elapsedMs }) =>
      metrics.objectStoreSeconds.observe({ operation, result }, elapsedMs / second),
    ),
    onMeasured('commit', ({ elapsedMs }) => metrics.commitSeconds.observe(elapsedMs / second)),
    onMeasured('deliveryAttempt', (labels) => metrics.deliveryAttempts.inc({ ...labels })),
    onMeasured('signIn', ({ result }) => metrics.signInAttempts.inc({ result })),
    onMeasured('preview', ({ result }) => metrics.previews.inc({ result })),
  ];
  return () => {
    for (const end of ends) end();
  };
}
