import { readdirSync } from 'node:fs';

/** A recipe of CONTRIBUTING.md as a script. */
export interface Recipe {
  /** Its heading there. */
  readonly heading: string;
  /** What stands there for a name in angle brackets, such as `<kind>`. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Folders with a file for each language, and the edit of each. They are not counted. */
  readonly texts: Readonly<Record<string, Change>>;
  /** The most files beside those texts. */
  readonly mostFiles: number;
  /** Files of which the compiler may find faults, since what they hold for tests is their own. */
  readonly adapted: RegExp | null;
  /** A test in the copy that shows the addition at work from end to end. */
  readonly proof: string;
  /** Test files that hold in the copy too. */
  readonly tests: readonly string[];
}

export type Change = (text: string) => string;

/** `from`: the file to begin with, null for an empty one. */
export interface Edit {
  readonly file: string;
  readonly from: string | null;
  readonly change: Change;
}

/** Puts `text` behind the first `after`. */
export function insert(file: string, after: string, text: string): Edit {
  return { file, from: file, change: inserting(after, text) };
}

export function create(file: string, text: string): Edit {
  return { file, from: null, change: () => text };
}

const migrations = 'src/customers/records/migrations';

/** Returns the path of a new migration. The first one is in place 0 behind those that there are. */
export function newMigration(place: number, name: string): string {
  const newest = Math.max(...readdirSync(migrations).map((file) => Number.parseInt(file, 10)));
  const number = newest + 1 + place;
  return `${migrations}/${String(number).padStart(3, '0')}-${name}.sql`;
}

export function copy(from: string, file: string, change: Change): Edit {
  return { file, from, change };
}

export function inserting(after: string, text: string): Change {
  return (before) => {
    if (!before.includes(after)) throw new Error(`No file has this line any more: ${after}`);
    return before.replace(after, () => `${after}${text}`);
  };
}

/** Adds keys to a file of messages. */
export function addingKeys(...keys: readonly string[]): Change {
  return (before) => JSON.stringify({ ...JSON.parse(before), ...Object.fromEntries(keys.map((key) => [key, key])) });
}

/** Returns the files and folders that the numbered steps of a recipe name. Folders end with a slash. */
export function namedPaths(
  contributing: string,
  { heading, name }: Pick<Recipe, 'heading' | 'name'>,
): readonly string[] {
  const [, section = ''] = contributing.split(`\n### ${heading}\n`);
  const lines = (section.split(/\n##/)[0] ?? '').split('\n');
  const steps = lines.filter((line) => /^(\d+\.| {3}) ?/.test(line)).join('\n');
  const paths = [...steps.matchAll(/`([\w<>./-]*\/[\w<>./-]*|[A-Z]+\.md)`/g)].map(([, path = '']) => path);
  return paths.map((path) => path.replace(/<\w+>/g, name));
}

/** Tells whether a path is the file or a folder that holds it. */
export function covers(path: string, file: string): boolean {
  return path === file || (path.endsWith('/') && file.startsWith(path));
}
