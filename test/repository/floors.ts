import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { Ban, Floors } from './rooms.ts';
import { importsOf, sourceFiles } from './source-files.ts';

/** An import of one room in another. Paths are relative to the source folder. */
interface Arrow {
  readonly file: string;
  readonly imported: string;
}

/** Returns each import, as `file > imported`, that does not lead to a floor below. Tests may import anything. */
export function importsNotDown(source: string, floors: Floors): readonly string[] {
  const floorOf = (file: string) => {
    const room = roomOf(file, floors);
    return room === null ? floors.length : floors.findIndex((rooms) => rooms.includes(room));
  };
  return arrowsOf(source, floors)
    .filter(({ file, imported }) => floorOf(imported) >= floorOf(file))
    .map(asText);
}

/**
 * Returns the folders that import each other in a circle, and those that import them: at every depth, with all below a
 * folder as a part of it.
 */
export function foldersInCircles(source: string): readonly string[] {
  const files = sourceFiles(source).map((file) => ({ folder: dirname(file), imported: importsOf(source, file) }));
  const depths = Math.max(...files.map(({ folder }) => folder.split('/').length));
  const found = new Set<string>();
  for (let depth = 1; depth <= depths; depth += 1) {
    const part = (folder: string) => folder.split('/').slice(0, depth).join('/');
    const imports = new Map(files.map(({ folder }) => [part(folder), new Set<string>()]));
    for (const { folder, imported } of files) {
      for (const path of imported) imports.get(part(folder))?.add(part(dirname(path)));
    }
    for (const folder of notEnding(imports)) found.add(folder);
  }
  return [...found].sort();
}

function notEnding(imports: Map<string, Set<string>>): readonly string[] {
  for (const [folder, imported] of imports) imported.delete(folder);
  const ended = () => [...imports].filter(([, imported]) => ![...imported].some((folder) => imports.has(folder)));
  for (let folders = ended(); folders.length > 0; folders = ended()) {
    for (const [folder] of folders) imports.delete(folder);
  }
  return [...imports.keys()];
}

/** Returns the files in a folder that is no room. */
export function filesWithoutRoom(source: string, floors: Floors): readonly string[] {
  return sourceFiles(source).filter((file) => file.includes('/') && roomOf(file, floors) === null);
}

/** Returns each import that a ban forbids, as `file > imported`. */
export function bannedImports(source: string, floors: Floors, bans: readonly Ban[]): readonly string[] {
  return arrowsOf(source, floors)
    .filter(({ file, imported }) => bans.some((ban) => liesIn(file, ban.from) && liesIn(imported, ban.imported)))
    .map(asText);
}

/** Returns each import of a file that uses PostgreSQL itself, as `file > imported`, in the named folders. */
export function importsOfSql(source: string, floors: Floors, withoutSql: readonly string[]): readonly string[] {
  return arrowsOf(source, floors)
    .filter(({ file, imported }) => liesIn(file, withoutSql) && usesPostgres(join(source, imported)))
    .map(asText);
}

function arrowsOf(source: string, floors: Floors): readonly Arrow[] {
  return sourceFiles(source).flatMap((file) =>
    importsOf(source, file)
      .filter((imported) => !imported.startsWith('..') && roomOf(imported, floors) !== roomOf(file, floors))
      .map((imported) => ({ file, imported })),
  );
}

/** The room with the longest path that holds the file. */
function roomOf(file: string, floors: Floors): string | null {
  const rooms = floors.flat().filter((room) => file.startsWith(`${room}/`));
  return rooms.sort((one, other) => other.length - one.length)[0] ?? null;
}

function liesIn(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

function usesPostgres(path: string): boolean {
  return /from 'pg'/.test(readFileSync(path, 'utf8'));
}

const asText = ({ file, imported }: Arrow) => `${file} > ${imported}`;
