import { moduleImports } from './module-imports.ts';
import { importsOf, sourceFiles } from './source-files.ts';

/** An import that the rules forbid. Paths are relative to the source folder. */
export interface ForbiddenImport {
  readonly file: string;
  readonly imported: string;
}

/**
 * Returns every forbidden import of the tree: type and value imports, static and dynamic. Tests may import anything.
 */
export function forbiddenImports(source: string): readonly ForbiddenImport[] {
  return sourceFiles(source).flatMap((file) =>
    importsOf(source, file)
      .filter((imported) => !isAllowed(file, imported))
      .map((imported) => ({ file, imported })),
  );
}

/** Returns the files that belong to no module. */
export function unassignedFiles(source: string): readonly string[] {
  return sourceFiles(source).filter((file) => moduleOf(file) === null);
}

function isAllowed(file: string, imported: string): boolean {
  const module = moduleOf(file);
  if (module === null || moduleOf(imported) === module) return true;
  const allowed = moduleImports[module] ?? [];
  return allowed === 'everything' || allowed.some((place) => isWithin(imported, place));
}

function moduleOf(file: string): string | null {
  const found = Object.keys(moduleImports).filter((module) => isWithin(file, module));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

function isWithin(file: string, place: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}
