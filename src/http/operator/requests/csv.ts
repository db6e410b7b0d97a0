import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { InboxRequest } from '../../../inbox/inbox.ts';

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

/** RFC 4180 with CRLF, a byte order mark for Excel, and an apostrophe before what could be a formula. */
export function csvOf(requests: AsyncIterable<InboxRequest>): Readable {
  const rows = Readable.from(requests).map((request: InboxRequest) =>
    Object.values(columns).map((value) => escapeFormula(value(request))),
  );
  const csv = stringify({ bom: true, header: true, columns: Object.keys(columns), record_delimiter: 'windows' });
  return rows.compose(csv) as Readable;
}

function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}
