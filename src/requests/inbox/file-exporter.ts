import type { Pool, PoolClient } from 'pg';
import { timeLimited } from '../../events/time-limited.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { FileExporter, ZipPart, ZipPartLimits } from './files.ts';
import { parameter } from './filter-conditions.ts';
import { recordExport } from './request-exporter.ts';
import { type FiledRequestRow, filedRequestColumns, filedRequestOf } from './request-files.ts';
import type { RequestFilter } from './request-filter-shape.ts';
import { conditionsOf, whereMatching } from './search-condition.ts';
import { lookUpIn } from './search-look-up.ts';

interface SizeRow {
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
}

/** Rows in memory at a time. */
const batchRows = 1000;

export function createFileExporter(pool: Pool): FileExporter {
  return {
    parts: (filter, limits, signal) =>
      timeLimited(() =>
        inTransaction(pool, async (client) => {
          const parts: ZipPart[] = [];
          for await (const row of sizes(client, filter, signal)) addTo(parts, row, limits);
          return parts;
        }),
      ),
    read: (filter, part, limits) =>
      timeLimited(async () => {
        const conditions = await conditionsOf(lookUpIn(pool), filter);
        const [newest, oldest] = [parameter(conditions, part.newestId), parameter(conditions, part.oldestId)];
        const where = whereMatching(conditions, 'r.has_files', `r.id <= ${newest}::uuid`, `r.id >= ${oldest}::uuid`);
        // Each of these requests has a file, so more requests than `limits.files` exceed the limits.
        const limit = parameter(conditions, limits.files + 1);
        const text = `
          select ${filedRequestColumns} from ${conditions.from} ${where} order by r.id desc limit ${limit}`;
        const { rows } = await pool.query<FiledRequestRow>(text, conditions.values);
        return fits(rows, limits) ? rows.map(filedRequestOf) : null;
      }),
    recordExport: (filter, actor) => timeLimited(() => recordExport(pool, 'zip', filter, actor)),
  };
}

/** Yields the number and the bytes of the files of each request, newest first. */
async function* sizes(client: PoolClient, filter: RequestFilter, signal: AbortSignal): AsyncGenerator<SizeRow> {
  const conditions = await conditionsOf(lookUpIn(client), filter);
  await client.query(
    `declare sizes no scroll cursor for
     select r.id, f.files, f.bytes from ${conditions.from}
     cross join lateral (
       select count(*)::int as files, sum(file_size)::float8 as bytes
       from commission_request_files where request_id = r.id
     ) f
     ${whereMatching(conditions, 'r.has_files')} order by r.id desc`,
    conditions.values,
  );
  for (let isMore = true; isMore; ) {
    signal.throwIfAborted();
    const { rows } = await client.query<SizeRow>(`fetch ${batchRows} from sizes`);
    yield* rows;
    isMore = rows.length === batchRows;
  }
}

/** Adds the request to the last part, or to a new part when the last one has no room. */
function addTo(parts: ZipPart[], { id, files, bytes }: SizeRow, limits: ZipPartLimits): void {
  const last = parts.at(-1);
  if (last === undefined || last.files + files > limits.files || last.bytes + bytes > limits.bytes) {
    parts.push({ newestId: id, oldestId: id, requests: 1, files, bytes });
    return;
  }
  parts[parts.length - 1] = {
    newestId: last.newestId,
    oldestId: id,
    requests: last.requests + 1,
    files: last.files + files,
    bytes: last.bytes + bytes,
  };
}

function fits(requests: readonly FiledRequestRow[], limits: ZipPartLimits): boolean {
  const files = requests.flatMap((request) => request.files);
  return files.length <= limits.files && files.reduce((sum, { size }) => sum + size, 0) <= limits.bytes;
}
