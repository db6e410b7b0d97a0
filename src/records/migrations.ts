import { readdir } from 'node:fs/promises';

/** A file `<version>-<name>.sql`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly fileName: string;
}

const filePattern = /^(\d+)-(.+)\.sql$/;

/** The migrations of the directory, in the order of their versions. */
export async function readMigrations(directory: string): Promise<readonly Migration[]> {
  const files = (await readdir(directory)).map((fileName) => filePattern.exec(fileName));
  return files
    .filter((match) => match !== null)
    .map(([fileName, version, name = '']) => ({ version: Number(version), name, fileName }))
    .sort((a, b) => a.version - b.version);
}
