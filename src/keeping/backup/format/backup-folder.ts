import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  makeDurableDirectory,
  nullIfMissing,
  renameDurably,
  syncDirectory,
  writeDurableFile,
} from '../../../platform/disk/durable-files.ts';

/** The folder that holds back-ups of one service. */
export interface BackupFolder {
  readonly path: string;
  /** Holds files while they are written. Files that a new call finds in it are left-overs of an interrupted call. */
  readonly incoming: string;
  readonly generations: string;
  generation(name: string): string;
  objectFile(sha256: string): string;
}

/** The folders of `objects`, in order: each is named by the first two hex digits of its digests. */
export const objectShards: readonly string[] = Array.from({ length: 256 }, (_, index) =>
  index.toString(16).padStart(2, '0'),
);

/** Returns the path of an object below a back-up target. */
export const objectPath = (sha256: string) => `objects/${sha256.slice(0, 2)}/${sha256}`;

export const markFile = 'backup.json';
/** The mark of a new folder while it is written. */
const newMarkFile = 'backup.json.new';
export const markText = `${JSON.stringify({ format: 'commissions-backup' })}\n`;
const generationPattern = /^\d{8}T\d{9}Z$/;

/** A back-up cannot be used. The message says why. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function backupFolder(path: string): BackupFolder {
  return {
    path,
    incoming: join(path, 'incoming'),
    generations: join(path, 'generations'),
    generation: (name) => join(path, 'generations', name),
    objectFile: (sha256) => join(path, objectPath(sha256)),
  };
}

/** Creates the folder when it is missing. @throws {BackupError} when it holds other files than back-ups */
export async function prepareFolder(folder: BackupFolder): Promise<void> {
  await makeFolder(folder);
  const fault = await readMarkFault(folder);
  if (fault !== null) {
    if ((await generationNames(folder)).length > 0) {
      throw new BackupError(`${folder.path} holds back-ups, but ${markDifference(fault)}`);
    }
    const names = (await readdir(folder.path)).filter((name) => !isLeftByFirstCall(name, fault));
    if (names.length > 0)
      throw new BackupError(`${folder.path} holds files that are not back-ups: name an empty folder`);
    await writeMark(folder);
  }
  await resetFolder(folder);
  await syncDirectory(folder.path);
}

/** True for the files of a first call that broke off before the folder had its mark. */
function isLeftByFirstCall(name: string, fault: MarkFault): boolean {
  return name.startsWith('lock') || name === newMarkFile || (name === markFile && fault === 'is unfinished');
}

async function writeMark({ path }: BackupFolder): Promise<void> {
  const written = join(path, newMarkFile);
  await rm(written, { force: true });
  await writeDurableFile(written, (file) => file.writeFile(markText));
  await renameDurably(written, join(path, markFile));
}

/** Creates the folder when it is missing. @throws {BackupError} when a file is in its place */
export async function makeFolder({ path }: BackupFolder): Promise<void> {
  if ((await stat(path).catch(() => null))?.isDirectory()) return;
  await makeDurableDirectory(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EEXIST' && cause.code !== 'ENOTDIR') throw cause;
    throw new BackupError(`${path} cannot be a folder, because it is a file: name another folder`, { cause });
  });
}

/** Deletes the left-overs of earlier calls and creates the subfolders. */
export async function resetFolder(folder: BackupFolder): Promise<void> {
  await rm(folder.incoming, { recursive: true, force: true });
  for (const made of [folder.incoming, folder.generations, join(folder.path, 'objects')]) {
    await mkdir(made, { recursive: true, mode: 0o700 });
  }
}

/** Resolves with the names of the finished generations, the oldest first. */
export async function generationNames({ generations }: BackupFolder): Promise<readonly string[]> {
  const names = (await readdir(generations).catch(nullIfMissing)) ?? [];
  return names.filter(isGenerationName).sort();
}

/** Returns a name such as `20261122T105401123Z`. It follows `newest` even when the clock has gone back. */
export function nextGenerationName(createdAt: Date, newest: string | undefined): string {
  const name = generationName(createdAt);
  if (newest === undefined || name > newest) return name;
  const [, date, hour, minute, second, rest] = /^(\d{8})T(\d\d)(\d\d)(\d\d)(\d{3})Z$/.exec(newest) ?? [];
  const day = date?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return generationName(new Date(Date.parse(`${day}T${hour}:${minute}:${second}.${rest}Z`) + 1));
}

function generationName(instant: Date): string {
  return instant.toISOString().replace(/[-:.]/g, '');
}

export function isGenerationName(name: string): boolean {
  return generationPattern.test(name);
}

/** Returns the name of the generation that this file belongs to, or null for any other file. */
export function generationOfPath(path: string): string | null {
  const [, name = ''] = /^generations\/([^/]+)\//.exec(path) ?? [];
  return isGenerationName(name) ? name : null;
}

/** Writes or replaces a file atomically. */
export async function replaceFile(folder: BackupFolder, path: string, text: string): Promise<void> {
  const written = join(folder.incoming, randomUUID());
  await writeDurableFile(written, (file) => file.writeFile(text));
  await renameDurably(written, path);
}

export async function readMarkFault({ path }: BackupFolder): Promise<MarkFault | null> {
  return markFaultOf(await readFile(join(path, markFile), 'utf8').catch(nullIfMissing));
}

export type MarkFault = 'is missing' | 'is unfinished' | 'has other bytes than were written';

/** @param text The text of the mark, or null when the file is missing. */
export function markFaultOf(text: string | null): MarkFault | null {
  if (text === null) return 'is missing';
  if (text === markText) return null;
  // After a power cut a file may end in zeros.
  return markText.startsWith(text.replace(/\0+$/, '')) ? 'is unfinished' : 'has other bytes than were written';
}

/** Returns the message for a target with generations: how its mark is damaged, and how to repair it. */
export function markDifference(fault: MarkFault): string {
  return `${markFile} ${fault}: write the line ${markText.trim()} into it`;
}
