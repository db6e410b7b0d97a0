import type { BackupFolder } from './backup-folder.ts';

/** Where back-ups of one service lie: a folder, or a bucket by way of a folder. */
export interface BackupPlace {
  /** As messages name it. */
  readonly name: string;
  /** On this machine: the place itself, or what has been fetched of it and is being written. */
  readonly folder: BackupFolder;
  readonly objects: BackupObjects;
  /** Makes it where there is none, so that it can be locked. */
  make(): Promise<void>;
  /** Makes it ready to be written, and removes what earlier calls left. @throws {BackupError} when it holds something else */
  prepare(): Promise<void>;
  /** Keeps it to one process. Resolves with the release. @throws {BackupError} while another process has it */
  lock(): Promise<() => Promise<void>>;
  /** Those that are finished, the oldest first. @throws {BackupError} when it holds no back-ups */
  generations(): Promise<readonly string[]>;
  /** Brings a file into the folder, where it is in the place. Resolves with its path there. */
  fetch(path: string): Promise<string>;
  /** A file that is there whole or not at all. */
  replace(path: string, text: string): Promise<void>;
  /** What lies in this directory of the folder becomes a finished generation. */
  publish(directory: string, generation: string): Promise<void>;
  /** Removes a generation, but for the objects. */
  retire(generation: string): Promise<void>;
  close(): Promise<void>;
}

/** The bytes of attachments, by their SHA-256 in lower-case hex. */
export interface BackupObjects {
  /** Bytes; null where it is missing. */
  size(sha256: string): Promise<number | null>;
  /** Of those whose digests begin with these two digits. A listing may miss some. */
  sizes(shard: string): Promise<ReadonlyMap<string, number>>;
  /** The bytes from the first one, anew at each call. */
  open(sha256: string): AsyncIterable<Buffer>;
  /** A file of the folder whose bytes have this digest, durable when the promise resolves. */
  take(path: string, sha256: string, size: number): Promise<void>;
  remove(sha256: string): Promise<void>;
}
