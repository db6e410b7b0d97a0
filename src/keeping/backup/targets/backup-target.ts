import type { BackupFolder, MarkFault } from '../format/backup-folder.ts';

/** The storage of one service's back-ups: a folder, or a bucket with a local working folder. */
export interface BackupTarget {
  /** The name of the target in messages. */
  readonly name: string;
  /** The local folder: the target itself, or a bucket's working folder with fetched and unfinished files. */
  readonly folder: BackupFolder;
  readonly objects: BackupObjects;
  /** Creates the target when it is missing, so that it can be locked. */
  make(): Promise<void>;
  /** Prepares it for writing. Deletes left-overs of earlier calls. @throws {BackupError} when it holds other files */
  prepare(): Promise<void>;
  /** Locks it for this process. Resolves with the release function. @throws {BackupError} when it is already locked */
  lock(): Promise<() => Promise<void>>;
  /** Resolves with the damage of the file that marks the target as one of back-ups, or with null. */
  markFault(): Promise<MarkFault | null>;
  /** Resolves with the finished generations, the oldest first. @throws {BackupError} when the target does not exist */
  generations(): Promise<readonly string[]>;
  /** Downloads the file into `folder` when the target has the file. Resolves with its path there in either case. */
  fetch(path: string): Promise<string>;
  /** Writes or replaces a file atomically. */
  replace(path: string, text: string): Promise<void>;
  /** Turns this directory of `folder` into a finished generation. */
  publish(directory: string, generation: string): Promise<void>;
  /** Deletes a generation, but not its objects. */
  retire(generation: string): Promise<void>;
  close(): Promise<void>;
}

/** The bytes of attachments, keyed by their SHA-256 in lower-case hex. */
export interface BackupObjects {
  /** Resolves with the size in bytes, or null when the object is missing. */
  size(sha256: string): Promise<number | null>;
  /** Resolves with the sizes, by digest, of objects with these first two hex digits. A listing may miss objects. */
  sizes(shard: string): Promise<ReadonlyMap<string, number>>;
  /** Returns the bytes. Each call starts at the first byte. */
  open(sha256: string): AsyncIterable<Buffer>;
  /** Moves a file with this digest from `folder` into the target. Resolves when the object is durable. */
  take(path: string, sha256: string, size: number): Promise<void>;
  remove(sha256: string): Promise<void>;
}
