import { escapeHtml } from '../../../studio/catalogue/escape-html.ts';
import { linkedHtml } from '../../../studio/catalogue/linked-html.ts';
import { logoLine, type MailLogo } from './mail-logo.ts';

/** The content of a mail before it is rendered as text and HTML. No part of it is HTML. */
export interface MailContent {
  readonly subject: string;
  /** The studio that writes, at the head of the mail. */
  readonly sender?: string | null;
  readonly logo?: MailLogo;
  readonly paragraphs: readonly string[];
  /** Set where the studio wrote the paragraphs. Their links can be followed. */
  readonly byStudio?: true;
  readonly link: { readonly label: string; readonly url: string } | null;
  /** The reason why the reader gets the mail. */
  readonly footer: string;
}

const lineBreak = /\r\n|[\n\r\u2028\u2029]/;

export function textOf({ paragraphs, link, footer }: MailContent): string {
  const parts = [...paragraphs, ...(link ? [`${link.label}\n${link.url}`] : []), `-- \n${footer}`];
  return `${parts.join('\n\n')}\n`;
}

const paragraphStyle = 'margin:0 0 16px;unicode-bidi:plaintext';

/** Returns HTML without external resources, so that opening a mail causes no request. */
export function htmlOf(
  { subject, sender, logo, paragraphs, byStudio, link, footer }: MailContent,
  language: string,
  direction: 'ltr' | 'rtl',
): string {
  const write = byStudio ? linkedHtml : escapeHtml;
  const shown = paragraphs.map((text) => `<p dir="auto" style="${paragraphStyle}">${linesOf(text, write)}</p>`);
  const button =
    link &&
    `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:10px 20px;color:#ffffff;background:#2b5c77;border-radius:8px;text-decoration:none;font-weight:600">${escapeHtml(link.label)}</a></p>`;
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;font:16px/1.55 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
${logo ? logoLine(logo) : ''}${sender ? `<p style="margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #8886;font-weight:600"><bdi>${escapeHtml(sender)}</bdi></p>\n` : ''}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.25">${escapeHtml(subject)}</h1>
${shown.join('\n')}
${button ?? ''}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8886;font-size:13px;opacity:.75">${linesOf(footer, escapeHtml)}</p>
</div>
</body>
</html>
`;
}

function linesOf(text: string, write: (line: string) => string): string {
  return text.split(lineBreak).map(write).join('<br>');
}
