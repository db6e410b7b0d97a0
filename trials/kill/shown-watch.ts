import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { fileCountOf } from './ledger.ts';

export interface ShownWatch {
  /** The number of checks so far. */
  readonly looks: number;
  stop(): Promise<void>;
}

const pauseMs = 200;
const windowMs = 10_000;

// One statement, and therefore one snapshot. Ids begin with the time (RFC 9562, section 5.7), so that the query can use
// the index.
const shownText = `
  select r.id, r.message, (select count(*)::int from commission_request_files f where f.request_id = r.id) as files
  from submitted_commission_requests r where r.id > $1`;

/** Checks continuously that every visible request has all its file records. */
export function watchWhatIsShown(pool: Pool, onPartial: (text: string) => void): ShownWatch {
  const reported = new Set<string>();
  let looks = 0;
  let isStopping = false;

  async function look(): Promise<void> {
    const { rows } = await pool.query<{ id: string; message: string; files: number }>(shownText, [recentId()]);
    looks += 1;
    for (const { id, message, files } of rows) {
      if (files === fileCountOf(message) || reported.has(id)) continue;
      reported.add(id);
      onPartial(`${message} (${id}) is shown with ${files} file records`);
    }
  }

  async function watch(): Promise<void> {
    // The database may be down. Other code reports that.
    for (; !isStopping; await sleep(pauseMs)) await look().catch(() => {});
  }

  const watching = watch();
  return {
    get looks() {
      return looks;
    },
    async stop() {
      isStopping = true;
      await watching;
    },
  };
}

function recentId(): string {
  const time = (Date.now() - windowMs).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
