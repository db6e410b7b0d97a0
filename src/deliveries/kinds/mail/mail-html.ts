import { escapeHtml } from '../../../studio/catalogue/escape-html.ts';
import { linkedHtml } from '../../../studio/catalogue/linked-html.ts';
import type { MailContent, MailFact, MailPart } from './mail-content.ts';
import { logoCell } from './mail-logo.ts';
import { type MailLook, usualLook } from './mail-look.ts';

type Direction = 'ltr' | 'rtl';
type Write = (text: string) => string;

const mostLabelCharacters = 24;
const lineBreak = /\r\n|[\n\r\u2028\u2029]/;
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';
const colours = { page: '#f6f5f2', card: '#ffffff', line: '#e2e0d9', box: '#f7f6f3', text: '#1b1f23', soft: '#59626b' };

/**
 * Returns HTML without external resources, so that opening a mail causes no request. Tables and styles of elements,
 * because Outlook knows no other layout; rules for dark mail programs, which others leave out.
 */
export function htmlOf(content: MailContent, language: string, direction: Direction): string {
  const { subject, sender, logo, look = usualLook, paragraphs, byStudio, link, footer } = content;
  const write = byStudio ? linkedHtml : escapeHtml;
  const family = escapeHtml(look.family);
  const font = `font-family:${family};color:${colours.text}`;
  const gap = logo ? `padding-${startOf(direction)}:12px;` : '';
  const head = [logo ? logoCell(logo) : '', sender ? senderCell(sender, gap + font) : ''].join('');
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look.dark ? 'light dark' : 'light only'}">
<meta name="supported-color-schemes" content="${look.dark ? 'light dark' : 'light'}">
<title>${escapeHtml(subject)}</title>
<style>
${styles(look)}
</style>
<!--[if mso]><style>td, p, h1, a { font-family: Arial, sans-serif !important }</style><![endif]-->
</head>
<body class="page" style="margin:0;padding:0;background:${colours.page}">
${content.preview ? `<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${escapeHtml(content.preview)}</div>\n` : ''}<table ${table} class="page" width="100%" lang="${language}" dir="${direction}" style="background:${colours.page}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${table} width="600"><tr><td><![endif]-->
<table ${table} class="card" width="100%" style="max-width:600px;background:${colours.card};border:1px solid ${colours.line};border-radius:12px;border-collapse:separate"><tr><td class="inside" align="${startOf(direction)}" style="padding:32px;font-size:16px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;${font}">
${head === '' ? '' : `<table ${table} style="margin:0 0 24px"><tr>${head}</tr></table>\n`}<h1 style="margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:700;-webkit-hyphens:auto;hyphens:auto">${escapeHtml(subject)}</h1>
${paragraphs.map((part) => partHtml(part, { write, look, direction, font })).join('\n')}
${link ? buttonHtml(link, look) : ''}
</td></tr></table>
<table ${table} width="100%" style="max-width:600px"><tr><td class="soft" align="${startOf(direction)}" style="padding:16px 32px 0;font-size:13px;line-height:1.5;font-family:${family};color:${colours.soft}">${linesOf(footer, escapeHtml)}</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

function styles({ light, dark }: MailLook): string {
  const shared = `.inside a { color: ${light.accent} }
@media (max-width: 480px) { .inside { padding: 24px 20px !important } }`;
  if (dark === null) return shared;
  return `:root { color-scheme: light dark; supported-color-schemes: light dark }
${shared}
@media (prefers-color-scheme: dark) {
  .page { background: #131517 !important }
  .card { background: #1e2125 !important; border-color: #33383e !important }
  .inside, .inside td { color: #eceef0 !important }
  .inside a { color: ${dark.accent} !important }
  .soft, .inside .soft { color: #a7afb8 !important }
  .box { background: #282c31 !important }
  .quote { border-color: ${dark.accent} !important }
  .button { background: ${dark.accent} !important }
  .button a { color: ${dark.text} !important }
}`;
}

interface PartContext {
  readonly write: Write;
  readonly look: MailLook;
  readonly direction: Direction;
  readonly font: string;
}

function partHtml(part: MailPart, { write, look, direction, font }: PartContext): string {
  if (typeof part === 'string') return paragraphHtml(part, write, '0 0 16px');
  if ('facts' in part) return boxHtml(part.facts, startOf(direction), font);
  const start = startOf(direction);
  return `<table ${table} width="100%" style="margin:4px 0 20px"><tr><td class="quote" align="${start}" style="padding:2px 16px;border-${start}:3px solid ${look.light.accent};${font}">${paragraphHtml(part.quote, write, '0')}</td></tr></table>`;
}

function paragraphHtml(text: string, write: Write, margin: string): string {
  return `<p dir="auto" style="margin:${margin};unicode-bidi:plaintext">${linesOf(text, write)}</p>`;
}

function boxHtml(facts: readonly MailFact[], start: string, font: string): string {
  // Questions are longer than a column.
  const isStacked = facts.some(({ label }) => label.length > mostLabelCharacters);
  const rows = facts.map(({ label, value }) => {
    const first = `<td class="soft" valign="top" align="${start}" width="30%" style="padding:5px 0;font-size:14px;line-height:1.5;overflow-wrap:normal;word-break:normal;${font};color:${colours.soft}"><bdi>${escapeHtml(label)}</bdi></td>`;
    const gap = isStacked ? 'padding:0 0 8px' : `padding:5px 0;padding-${start}:12px`;
    const second = `<td valign="top" align="${start}" style="${gap};font-size:15px;line-height:1.4;font-weight:600;${font}">${valueHtml(value)}</td>`;
    return `<tr>${first}${isStacked ? '</tr><tr>' : ''}${second}</tr>`;
  });
  return `<table ${table} class="box" width="100%" style="margin:4px 0 20px;background:${colours.box};border-radius:8px"><tr><td style="padding:11px 16px"><table ${table} width="100%">
${rows.join('\n')}
</table></td></tr></table>`;
}

/** Lines below the first are details. */
function valueHtml(value: string): string {
  const [first = '', ...details] = value.split(lineBreak).map((line) => `<bdi>${escapeHtml(line)}</bdi>`);
  if (details.length === 0) return first;
  return `${first}<br><span class="soft" style="font-weight:400;font-size:14px;color:${colours.soft}">${details.join('<br>')}</span>`;
}

/** Outlook has no padding of links, so the cell around it is as large. */
function buttonHtml({ label, url }: NonNullable<MailContent['link']>, { light, family }: MailLook): string {
  return `<table ${table} style="margin:4px 0 0"><tr><td class="button" bgcolor="${light.accent}" style="background:${light.accent};border-radius:8px;mso-padding-alt:13px 24px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:13px 24px;font:600 16px/1.3 ${escapeHtml(family)};color:${light.text};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;
}

function senderCell(sender: string, style: string): string {
  return `<td valign="middle" style="font-size:16px;font-weight:600;${style}"><bdi>${escapeHtml(sender)}</bdi></td>`;
}

function startOf(direction: Direction): 'left' | 'right' {
  return direction === 'rtl' ? 'right' : 'left';
}

function linesOf(text: string, write: Write): string {
  return text.split(lineBreak).map(write).join('<br>');
}
