/** Returns the cells of CSV (RFC 4180), line by line. Line ends within a cell are line feeds, as spreadsheets keep them. */
export function csvCells(csv: string): readonly (readonly string[])[] {
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
