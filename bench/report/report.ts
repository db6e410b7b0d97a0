import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Availability } from '../availability.ts';
import type { DeliveryResults } from '../deliveries/measure-deliveries.ts';
import type { GrownTable } from '../grown-table.ts';
import type { InboxResults } from '../inbox/measure-inbox.ts';
import type { PeakMemory } from '../peak-memory.ts';
import type { Series } from '../side-by-side.ts';
import type { Size } from '../size/measure-size.ts';
import type { StartUp } from '../start-up.ts';
import { additionsTable } from './additions-table.ts';
import { deliveriesTable } from './deliveries-table.ts';
import { availabilityTable, grownTableTable, memoryTable, startUpTable } from './experiment-tables.ts';
import { type Figures, figuresOf } from './figures.ts';
import { inboxTable } from './inbox-table.ts';
import { picture } from './picture.ts';
import { sideBySideTable } from './side-by-side-table.ts';
import { sizeTables } from './size-tables.ts';

/** All measurements of one run. Measurements that were not requested are empty. */
export interface Results {
  readonly rounds: number;
  readonly sideBySide: readonly Series[];
  readonly peakMemory: readonly PeakMemory[];
  readonly startUp: readonly StartUp[];
  readonly grownTable: readonly GrownTable[];
  readonly availability: Availability | null;
  readonly size: Size | null;
  readonly inbox: InboxResults | null;
  readonly deliveries: DeliveryResults | null;
}

/** Writes `latest.md` and, after side-by-side loads, `latest.svg`. Resolves with the tables. */
export async function writeReport(results: Results, directory: string): Promise<string> {
  const figures = figuresOf(results.sideBySide);
  const tables = tablesOf(results, figures);
  await mkdir(directory, { recursive: true });
  const write = (name: string, content: string) => writeFile(join(directory, name), content);
  await write('latest.md', `${heading(results)}\n${tables}\n`);
  if (figures.length > 0) await write('latest.svg', picture(figures));
  return tables;
}

function tablesOf(
  { peakMemory, startUp, grownTable, availability, size, inbox, deliveries }: Results,
  figures: readonly Figures[],
): string {
  return [
    figures.length > 0 ? sideBySideTable(figures) : null,
    additionsTable(figures),
    peakMemory.length > 0 ? memoryTable(peakMemory) : null,
    startUp.length > 0 ? startUpTable(startUp) : null,
    grownTable.length > 0 ? grownTableTable(grownTable) : null,
    availability ? availabilityTable(availability) : null,
    size ? sizeTables(size) : null,
    inbox ? inboxTable(inbox) : null,
    deliveries ? deliveriesTable(deliveries) : null,
  ]
    .filter((table) => table !== null)
    .join('\n\n');
}

function heading({ rounds, sideBySide }: Results): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`;
  const day = new Date().toISOString().slice(0, 10);
  const pictured = sideBySide.length > 0 ? '\n![CPU time of the server for one submission](latest.svg)\n' : '';
  return `# Results of ${day}\n\nMedians of ${rounds} rounds on ${machine}. [How to read them](../README.md)\n${pictured}`;
}
