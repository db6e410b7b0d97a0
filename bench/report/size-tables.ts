import type { Size } from '../size/measure-size.ts';
import { figure, markdownTable } from './markdown.ts';

const mebibyte = 1024 * 1024;

/** Returns tables with what a request takes: on the disk, of WAL, and in a back-up and a restore. */
export function sizeTables({ requests, tables, wal, backup, restore, searchRowsPerSecond }: Size): string {
  const each = (bytes: number) => Math.round(bytes / requests).toLocaleString('en');
  const grown = tables.filter(({ rows }) => rows > requests / 10);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const row = (name: string, rows: string, table: number, indexes: number) => [
    name,
    rows,
    each(table),
    each(indexes),
    figure((table + indexes) / mebibyte),
  ];
  const sizes = [
    ...grown.map(({ name, rows, tableBytes, indexBytes }) =>
      row(`\`${name}\``, rows.toLocaleString('en'), tableBytes, indexBytes),
    ),
    row('all tables', '', total(tables.map((one) => one.tableBytes)), total(tables.map((one) => one.indexBytes))),
  ];
  const title = `table, with ${requests.toLocaleString('en')} requests`;
  const runs = Object.entries({ backup, restore }).map(([name, run]) => [
    name,
    figure(run.wallMs / 1000),
    figure(run.cpuMs / 1000),
    figure(run.databaseCpuMs / 1000),
    figure(run.bytes / mebibyte),
    figure(run.peakMiB),
  ]);
  return [
    markdownTable([title, 'rows', 'bytes a request', 'of its indexes', 'MiB'], 1, sizes),
    markdownTable(
      ['WAL', 'bytes'],
      1,
      wal.map(({ of, bytesEach }) => [of, Math.round(bytesEach).toLocaleString('en')]),
    ),
    markdownTable(['command', 'seconds', 'CPU seconds', "PostgreSQL's CPU seconds", 'MiB', 'peak MiB'], 1, runs),
    markdownTable(['search rows after the restore', 'a second'], 1, [['made', figure(searchRowsPerSecond)]]),
  ].join('\n\n');
}
