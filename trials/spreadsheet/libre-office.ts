import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** A file that LibreOffice opens, or writes: comma, quotation mark, UTF-8, from the first line on. */
const commaSeparated = '44,34,76,1';

export interface LibreOffice {
  /** Opens a file as the program does by itself, and writes it again. Resolves with the path of the new file. */
  convert(path: string, target: 'fods' | 'csv'): Promise<string>;
}

/** @param folder Where the program keeps its profile and writes its files. */
export function openLibreOffice(folder: string): LibreOffice {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  return {
    async convert(path, target) {
      const filter = target === 'csv' ? `csv:Text - txt - csv (StarCalc):${commaSeparated}` : target;
      const out = join(folder, target);
      const infilter = extname(path) === '.csv' ? [`--infilter=CSV:${commaSeparated}`] : [];
      const args = [profile, '--headless', '--norestore', ...infilter, '--convert-to', filter, '--outdir', out, path];
      await promisify(execFile)('soffice', args, { timeout: 120_000 });
      return join(out, `${basename(path, extname(path))}.${target}`);
    },
  };
}

/** Resolves with the formulas in a flat OpenDocument file. */
export async function formulasIn(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8')).match(/table:formula="[^"]*"/g) ?? [];
}
