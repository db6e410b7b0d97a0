import { readdirSync } from 'node:fs';
import { importsOf, sourceFiles } from './source-files.ts';

/** A page's rooms, the lowest first. The files beside the rooms are above them all. */
export const floors = {
  'inbox/src': [
    ['api', 'cells', 'language', 'router', 'keys', 'stream'],
    ['model'],
    ['parts'],
    ['board', 'bulk', 'deliveries', 'request', 'list', 'settings'],
    ['app'],
  ],
  'page/src': [['language', 'parts'], ['rules'], ['draft'], ['attachments', 'form', 'receipt'], ['sending']],
} as const satisfies Readonly<Record<string, readonly (readonly string[])[]>>;

/**
 * Returns each import that leads up, as `file > imported`. A room imports rooms of its own floor and of those below.
 * Tests may import anything.
 */
export function importsUpwards(source: string, ofPage: readonly (readonly string[])[]): readonly string[] {
  const floorOf = (file: string) => {
    const floor = ofPage.findIndex((rooms) => rooms.some((room) => file.startsWith(`${room}/`)));
    return floor === -1 ? ofPage.length : floor;
  };
  return sourceFiles(source).flatMap((file) =>
    importsOf(source, file)
      .filter((imported) => !imported.startsWith('..') && floorOf(imported) > floorOf(file))
      .map((imported) => `${file} > ${imported}`),
  );
}

/** Returns each room that imports itself through other rooms of its floor. */
export function knotsOf(source: string, ofPage: readonly (readonly string[])[]): readonly string[] {
  const imports = roomImports(source);
  return ofPage.flatMap((rooms) => rooms.filter((room) => reached(room, rooms, imports).has(room)));
}

/** Returns the rooms that no floor has. */
export function unknownRooms(source: string, ofPage: readonly (readonly string[])[]): readonly string[] {
  const known: readonly string[] = [...ofPage.flat(), 'styles'];
  const rooms = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return rooms.map(({ name }) => name).filter((name) => !known.includes(name));
}

function reached(
  from: string,
  rooms: readonly string[],
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    for (const next of imports.get(room) ?? []) {
      if (!rooms.includes(next) || found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}

function roomImports(source: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const file of sourceFiles(source)) {
    const room = roomOf(file);
    const others = importsOf(source, file)
      .map(roomOf)
      .filter((other) => other !== room);
    imports.set(room, new Set([...(imports.get(room) ?? []), ...others]));
  }
  return imports;
}

const roomOf = (file: string) => file.split('/')[0] ?? '';
