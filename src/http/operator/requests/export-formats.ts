import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { listFields, textFields } from '../../../intake/submission/request-fields.ts';
import { answerCell } from '../../../requests/facets/answers/answers.ts';
import type { ExportedRequest } from '../../../requests/facets/exported-json.ts';
import { facets } from '../../../requests/facets/registry.ts';

type Cell = (request: ExportedRequest) => string;
type Column = readonly [name: string, cell: Cell];

const cells: ReadonlyMap<string, Cell> = new Map(
  facets.flatMap((facet): Column[] => ('cells' in facet ? Object.entries(facet.cells) : [])),
);

/** The columns before those of the questions. All others came later, and follow them. */
const first: readonly string[] = [
  ...['number', 'id', 'createdAt', 'status', 'unread', 'dueOn', 'labels', ...textFields, 'extras', ...listFields],
  ...['publicMessage', 'files', 'ipAddress', 'userAgent', 'language', 'studioRevision', 'version'],
];
const firstColumns = first.flatMap((name): Column[] => [...cells].filter((column) => column[0] === name));
const laterColumns = [...cells].filter(([name]) => !first.includes(name));

/** Maximum UTF-16 units of a cell in Excel and LibreOffice. They split longer texts into further cells or rows. */
const maxCellUnits = 32_767;
const cutMark = '… [cut: JSON Lines have the whole text]';

/**
 * Text that a spreadsheet would take for a formula, also after characters that it drops or does not show. Japanese
 * versions read full-width forms like the ASCII ones (OWASP, CSV Injection).
 */
const formula = /^[\s\p{C}\p{Z}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

/** A formula by its first character, and yet only a number. A leading zero is one of a text. */
const negativeNumber = /^-(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/;

/**
 * The start of such a text within a cell. Where the list separator is the semicolon, as in most of Europe, spreadsheets
 * split there and at each line end, despite the quotation marks. A dash counts only before two letters or digits: else
 * it may begin a list item or a smiley.
 */
const formulaWithin = /[;\t\r\n](?=(?:(?![;\t\r\n])[\s\p{C}\p{Z}])*(?:[=+@＝＋＠]|[-－][\p{L}\p{N}]{2}))/gu;

const format = {
  record_delimiter: 'windows',
  // With CR LF as delimiter the library does not quote a single CR or LF, and spreadsheets end a row at either.
  quoted_match: /[\r\n]/,
} as const;

/**
 * Returns CSV of JSON requests: RFC 4180 with CRLF, a byte order mark for Excel, an apostrophe before formulas,
 * and a mark at the end of a text that is cut because it is too long for a cell.
 * @param questionIds The questions that get a column.
 */
export function csvOf(exported: AsyncIterable<readonly string[]>, questionIds: readonly string[]): Readable {
  const ofQuestions = questionIds.map((id): Column => [`q:${id}`, (request) => answerCell(request, id)]);
  return Readable.from(piecesOf(exported, [...firstColumns, ...ofQuestions, ...laterColumns]), { objectMode: false });
}

async function* piecesOf(exported: AsyncIterable<readonly string[]>, all: readonly Column[]): AsyncGenerator<string> {
  yield stringify([all.map(([name]) => escapeFormula(name))], { ...format, bom: true });
  for await (const requests of exported)
    yield stringify(
      requests.map((json) => rowOf(json, all)),
      format,
    );
}

function rowOf(json: string, all: readonly Column[]): string[] {
  const request = JSON.parse(json) as ExportedRequest;
  // Cut first: the search for formulas would read all of an answer of 256 KiB.
  return all.map(([, cell]) => cutToCell(escapeFormula(cell(request).slice(0, maxCellUnits + 1))));
}

function escapeFormula(text: string): string {
  const shown = text.replace(formulaWithin, "$&'");
  return formula.test(text) && !negativeNumber.test(text) ? `'${shown}` : shown;
}

function cutToCell(text: string): string {
  if (text.length <= maxCellUnits) return text;
  const kept = text.slice(0, maxCellUnits - cutMark.length);
  // Half a surrogate pair at the end is left out.
  return `${kept.isWellFormed() ? kept : kept.slice(0, -1)}${cutMark}`;
}

/** Returns JSON Lines of JSON requests, without loss. */
export function jsonLinesOf(exported: AsyncIterable<readonly string[]>): Readable {
  return Readable.from(linesOf(exported), { objectMode: false });
}

async function* linesOf(exported: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const requests of exported) yield `${requests.join('\n')}\n`;
}
