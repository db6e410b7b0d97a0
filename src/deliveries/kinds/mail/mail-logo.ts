/** The studio's logo in a mail. It travels with the mail, so that opening the mail causes no request. */
export interface MailLogo {
  /** Names the picture of the studio. */
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
}

/** Resolves with a WebP, or with null when it cannot be read: the mail then goes without. */
export type ReadLogo = (sha256: string, signal: AbortSignal) => Promise<Buffer | null>;

/** Identifies the part of the mail (RFC 2392). */
export const logoContentId = 'logo';

const maxWidth = 160;
const maxHeight = 48;
// An earlier version has composed mails with a paragraph.
const mark = new RegExp(`<(p|td) [^>]*><img src="cid:${logoContentId}"[^>]*></\\1>\n`);

/** Returns the cell of HTML that shows the logo. The name of the studio follows it, so the picture has no words. */
export function logoCell({ width, height }: MailLogo): string {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  const size = `width="${Math.max(1, Math.round(width * scale))}" height="${Math.max(1, Math.round(height * scale))}"`;
  return `<td valign="middle"><img src="cid:${logoContentId}" ${size} alt="" style="display:block;border-radius:6px"></td>\n`;
}

export function withoutLogo(html: string): string {
  return html.replace(mark, '');
}

/** Returns the HTML with the picture in it, for a reader who has the HTML alone. */
export function withLogoInside(html: string, logo: Buffer): string {
  return html.replace(mark, (line) =>
    line.replace(`cid:${logoContentId}`, `data:image/webp;base64,${logo.toString('base64')}`),
  );
}
