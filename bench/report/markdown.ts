export type Cells = readonly string[];

/** Returns a table with text in the first columns and figures in the others. */
export function markdownTable(head: Cells, textColumns: number, rows: readonly Cells[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const isText = (column: number) => column < textColumns;
  const line = (cells: Cells) =>
    cells.map((cell, column) => {
      const width = widths[column] ?? 0;
      return isText(column) ? cell.padEnd(width) : cell.padStart(width);
    });
  const rule = widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), rule, ...rows.map(line)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Formats a number with three significant digits, or a missing value as a dash. */
export function figure(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

export function ratio(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : value.toFixed(2);
}
