import { linkedHtml } from '../../studio/catalogue/linked-html.ts';

/** Gives each paragraph its own text direction, so that directional characters affect only their paragraph. */
export function paragraphsOf(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => `<p dir="auto">${linkedHtml(line) || '&nbsp;'}</p>`).join('');
}
