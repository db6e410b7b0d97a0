import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file `<version>-<name>.sql`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly fileName: string;
}

const tablePattern = /^create table (?:if not exists )?(\w+)/gm;
const filePattern = /^(\d+)-(.+)\.sql$/;

/** The migrations of the directory, in the order of their versions. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).map((fileName) => filePattern.exec(fileName));
  return files
    .filter((match) => match !== null)
    .map(([fileName, version, name = '']) => ({ version: Number(version), name, fileName }))
    .sort((a, b) => a.version - b.version);
}

/** The names of the tables that the migrations of the directory make. */
export async function readTableNames(directory: string): Promise<readonly string[]> {
  const migrations = await readMigrations(directory);
  const texts = await Promise.all(migrations.map(({ fileName }) => readFile(join(directory, fileName), 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(tablePattern)].map(([, name = '']) => name));
}
