import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '../../../platform/language/languages.ts';
import { escapeHtml } from '../../../studio/catalogue/escape-html.ts';
import { NotComposedError } from '../../ledger/sender.ts';
import { oneLine } from '../../notices/cut.ts';
import type { MailContent } from './mail-content.ts';
import type { TemplateName } from './mail-previews.ts';

/** The values of the placeholders, which are written as `{{name}}`. */
export type TemplateValues = Readonly<Record<string, string>>;

/** A composed mail whose content a template may replace. */
export interface MailDraft {
  readonly template: TemplateName | null;
  readonly content: MailContent;
  readonly values: TemplateValues;
}

interface FilledTemplate {
  readonly subject: string;
  readonly text: string;
  /** Null when there is no file for HTML. The mail has only text then. */
  readonly html: string | null;
}

/** A file of the host that cannot be used. The message names it. */
export class TemplateError extends NotComposedError {
  override readonly name = 'TemplateError';
}

/** Fills in the files that replace a mail. Resolves with null without such files. @throws {TemplateError} */
export type FillTemplate = (
  name: TemplateName,
  language: Language,
  values: TemplateValues,
) => Promise<FilledTemplate | null>;

const subjectPattern = /^Subject: ([^\r\n]+)\r?\n\r?\n/;

/** Reads `<name>.<language>.txt`, whose first line is the subject, and `<name>.<language>.html` for each mail. */
export function createTemplates(directory: string | null): FillTemplate {
  if (directory === null) return async () => null;
  return async (name, language, values) => {
    const file = `${name}.${language}.txt`;
    const text = await readIfThere(join(directory, file));
    if (text === null) return null;
    const [head, subject] = subjectPattern.exec(text) ?? [];
    if (head === undefined || subject === undefined) {
      throw new TemplateError(`${file} must begin with "Subject: …" and an empty line`);
    }
    const htmlFile = `${name}.${language}.html`;
    const html = await readIfThere(join(directory, htmlFile));
    return {
      subject: oneLine(filled(subject, values, file, (value) => value)),
      text: filled(text.slice(head.length), values, file, (value) => value),
      html: html && filled(html, values, htmlFile, (value) => escapeHtml(value).replace(/\r\n|[\r\n]/g, '<br>')),
    };
  };
}

function filled(template: string, values: TemplateValues, file: string, write: (value: string) => string): string {
  return template.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) {
      throw new TemplateError(
        `${file} has the unknown placeholder {{${name}}}; the placeholders are ${Object.keys(values).join(', ')}`,
      );
    }
    return write(value);
  });
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    // `TextDecoder` removes the byte order mark that some editors write.
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw new TemplateError(`${path} is not UTF-8`);
    throw new TemplateError(`${path} cannot be read`, { cause: error });
  }
}
