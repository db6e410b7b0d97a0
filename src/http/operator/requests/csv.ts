import type { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { InboxRequest } from '../../../inbox/inbox.ts';
import { inPieces } from './in-pieces.ts';

/** Column by column, what a row says of a request. */
const columns: Readonly<Record<string, (request: InboxRequest) => string>> = {
  number: ({ number }) => number,
  id: ({ id }) => id,
  createdAt: ({ createdAt }) => createdAt.toISOString(),
  status: ({ status }) => status,
  unread: ({ unread }) => String(unread),
  dueOn: ({ dueOn }) => dueOn ?? '',
  labels: ({ labels }) => labels.join(', '),
  customerName: ({ customerName }) => customerName,
  customerEmail: ({ customerEmail }) => customerEmail,
  customerSocials: ({ customerSocials }) => customerSocials ?? '',
  message: ({ message }) => message,
  typeId: ({ typeId }) => typeId ?? '',
  optionId: ({ optionId }) => optionId ?? '',
  customCardId: ({ customCardId }) => customCardId ?? '',
  extras: ({ extras }) => extras.map(({ name }) => name).join(', '),
  extraIds: ({ extraIds }) => extraIds.join(', '),
  publicMessage: ({ publicMessage }) => publicMessage ?? '',
  files: ({ files }) => files.map(({ name }) => name).join('\n'),
  ipAddress: ({ ipAddress }) => ipAddress ?? '',
  userAgent: ({ userAgent }) => userAgent ?? '',
  version: ({ version }) => String(version),
};

/**
 * What a spreadsheet would take for a formula, also behind characters that it drops or does not show. Full-width forms are
 * read like the ASCII ones in Japanese versions (OWASP, CSV Injection).
 */
const formula = /^[\s\p{C}\p{Z}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

const format = {
  columns: Object.keys(columns),
  record_delimiter: 'windows',
  // Beside a delimiter of CR LF the library quotes neither of them alone, and spreadsheets end a row at either.
  quoted_match: /[\r\n]/,
} as const;

/** RFC 4180 with CRLF, a byte order mark for Excel, and an apostrophe before what could be a formula. */
export function csvOf(requests: AsyncIterable<InboxRequest>): Readable {
  const head = stringify([], { ...format, bom: true, header: true });
  return inPieces(head, requests, (request) => {
    const row = Object.values(columns).map((value) => escapeFormula(value(request)));
    return stringify([row], format);
  });
}

function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
