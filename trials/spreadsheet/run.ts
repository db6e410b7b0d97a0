import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withInbox } from '../service/inbox.ts';
import type { ServiceUnderTrial } from '../service/service-under-trial.ts';
import { conclude, type Promised } from '../service/verdict.ts';
import { type HostileRequest, hostileRequests, studio } from './hostile-requests.ts';
import { formulasIn, type LibreOffice, openLibreOffice } from './libre-office.ts';

const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
try {
  await withInbox({}, async (service, inbox) => {
    const file = join(folder, 'studio.json');
    await writeFile(file, JSON.stringify(studio));
    await service.command('studio', 'import', file);
    for (const request of hostileRequests) await send(service, request);
    const exported = Buffer.from(await (await inbox.get('requests.csv')).arrayBuffer());
    const office = openLibreOffice(folder);
    conclude([await findsFormulas(office), ...(await keepsCells(office, exported))]);
  });
} finally {
  await rm(folder, { recursive: true });
}

async function send({ port }: ServiceUnderTrial, { payload, answers }: HostileRequest): Promise<void> {
  const form = new FormData();
  form.append('payload', JSON.stringify(payload));
  form.append('commission-form', JSON.stringify({ v: 1, revision: 1, language: 'en', answers }));
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/commissions`, { method: 'POST', body: form });
  if (response.status !== 201) throw new Error(`The service answered ${response.status}: ${await response.text()}`);
}

/** Otherwise a program that reads no formula at all would pass. */
async function findsFormulas(office: LibreOffice): Promise<Promised> {
  const path = join(folder, 'formula.csv');
  await writeFile(path, '"=1+1"\r\n');
  const formulas = await formulasIn(await office.convert(path, 'fods'));
  return { promise: 'a formula without an apostrophe is found as one', kept: formulas.length === 1 };
}

/** LibreOffice drops tabs, and takes a truth value for one, which it writes in capitals. */
function isSame(before: string, after: string | undefined): boolean {
  return after === (['true', 'false'].includes(before) ? before.toUpperCase() : before.replaceAll('\t', ''));
}

async function keepsCells(office: LibreOffice, exported: Buffer): Promise<readonly Promised[]> {
  const path = join(folder, 'requests.csv');
  await writeFile(path, exported);
  const document = await office.convert(path, 'fods');
  const formulas = await formulasIn(document);
  const before = csvCells(exported.toString('utf8').replace(/^\ufeff/, ''));
  const after = csvCells((await readFile(await office.convert(document, 'csv'), 'utf8')).replace(/^\ufeff/, ''));
  const differing = before.flatMap((row, line) =>
    row.flatMap((cell, at) =>
      isSame(cell, after[line]?.[at]) ? [] : [`${before[0]?.[at]}: ${cell} > ${after[line]?.[at]}`],
    ),
  );
  for (const one of [...formulas, ...differing]) console.log(JSON.stringify(one));
  return [
    {
      promise: `the export has ${hostileRequests.length} requests`,
      kept: before.length === hostileRequests.length + 1,
    },
    { promise: 'the spreadsheet has no formula', kept: formulas.length === 0 },
    {
      promise: `each of ${before.flat().length} cells is the same after the way through it`,
      kept: differing.length === 0,
    },
    { promise: 'no row is added or lost', kept: after.length === before.length },
  ];
}

/** Returns the cells of CSV (RFC 4180), line by line. Line ends within a cell are line feeds, as spreadsheets keep them. */
function csvCells(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/gy;
  for (let found = cells.exec(csv); found !== null; found = cells.exec(csv)) {
    const [, quoted, plain = '', end] = found;
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).replaceAll(/\r\n?/g, '\n'));
    if (cells.lastIndex >= csv.length) break;
    if (end !== ',') rows.push([]);
  }
  return rows;
}
