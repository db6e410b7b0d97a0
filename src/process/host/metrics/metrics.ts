import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const prefix = 'commissions_';

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const storeSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates all metrics of the service, without values. `docs/metrics.md` is made from them (S35). */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: prefix + name, help, labelNames: [...labelNames], registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) => {
    const made = new Gauge({ name: prefix + name, help, labelNames: [...labelNames], registers });
    // A gauge without a value is left out: nought would be a claim.
    made.remove({});
    return made;
  };
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name: prefix + name, help, buckets, labelNames: [...labelNames], registers });

  const metrics = {
    registry,
    buildInfo: gauge('build_info', 'Version and commit of the service, version of Node.js. Always 1', [
      'version',
      'commit',
      'node',
    ]),
    ready: gauge('ready', 'Whether the part lets submissions be stored: 1 or 0', ['part']),
    open: gauge('open', 'Whether customers may send requests, to the waiting list too: 1 or 0'),
    submissions: counter('submissions_total', 'Submissions that have ended', ['verdict']),
    submissionSeconds: histogram('submission_duration_seconds', 'Time of a submission', requestSeconds, ['phase']),
    submissionBytes: counter('submission_bytes_total', 'Bytes of the bodies of submissions'),
    uploads: gauge('uploads', 'Submissions in progress with a body over 64 KiB or of an unannounced length'),
    spoolBytes: gauge('spool_bytes', 'Memory that holds attachments until they are stored'),
    connections: gauge('connections', 'Open connections of clients', ['listener']),
    databaseConnections: gauge('database_connections', 'Connections to PostgreSQL; waiting: callers without one', [
      'pool',
      'state',
    ]),
    commitSeconds: histogram(
      'database_commit_duration_seconds',
      'Time of the statement that stores a request',
      storeSeconds,
    ),
    objectStoreSeconds: histogram('object_store_duration_seconds', 'Time of a call of the object store', storeSeconds, [
      'operation',
      'result',
    ]),
    intents: gauge('intents', 'Uploads in progress (pending) and failed ones whose objects are deleted (condemned)', [
      'state',
    ]),
    intentOldest: gauge(
      'intent_oldest_timestamp_seconds',
      'When the oldest unfinished upload expires; missing if there is none',
    ),
    requests: gauge('requests', 'Requests by status', ['status']),
    requestOldestNew: gauge('request_oldest_new_timestamp_seconds', 'When the oldest request came that is still NEW'),
    requestsHeld: gauge('requests_held', 'Requests that the guard holds until somebody releases or erases them'),
    deliveries: gauge('deliveries', 'Deliveries that are kept', ['kind', 'state']),
    deliveryAttempts: counter('delivery_attempts_total', 'Attempts of this process to deliver', ['kind', 'outcome']),
    deliveryOldestPending: gauge(
      'delivery_oldest_pending_timestamp_seconds',
      'When the oldest delivery of an enabled channel was due that still waits',
      ['kind'],
    ),
    channels: gauge('channels', 'Channels by health', ['kind', 'verdict']),
    backupLastSuccess: gauge('backup_last_success_timestamp_seconds', 'When the newest whole back-up was taken'),
    backupLastFailure: gauge(
      'backup_last_failure_timestamp_seconds',
      'When the last call of commissions backup failed; missing after a whole back-up',
    ),
    diskFreeBytes: gauge('disk_free_bytes', 'Free space of the disk that has the least above its floor'),
    diskFloorBytes: gauge('disk_floor_bytes', 'Free space below which that disk takes no more attachments'),
    erasuresIncomplete: gauge(
      'erasures_incomplete',
      'Erased requests whose objects are not all deleted, or whose receipt is not in the bucket yet',
    ),
    previews: counter('previews_total', 'Previews that were asked for and not in the cache', ['result']),
    signInAttempts: counter('sign_in_attempts_total', 'Attempts to sign in with a password', ['result']),
    httpSeconds: histogram('http_request_duration_seconds', 'Time of a response', requestSeconds, [
      'listener',
      'route',
      'code',
    ]),
    databaseCounts: gauge(
      'database_counts_timestamp_seconds',
      'When this process last counted in the database. Of several processes one counts',
    ),
  };
  collectDefaultMetrics({ register: registry });
  return metrics;
}
