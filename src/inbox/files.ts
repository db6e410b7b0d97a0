import type { ObjectKey } from '../submission/object-key.ts';
import type { Actor } from './events.ts';
import type { RequestFile, RequestFilter } from './inbox.ts';

/** A file of a request, and the object that holds it. */
export interface StoredFile extends RequestFile {
  readonly key: ObjectKey;
}

/** A request as far as its files go. */
export interface FiledRequest {
  readonly id: string;
  /** Short, for people. */
  readonly number: string;
  readonly createdAt: Date;
  readonly customerName: string;
  /** In the order of the form. */
  readonly files: readonly StoredFile[];
}

/** Which files of a request somebody takes. */
export interface Download {
  readonly requestId: string;
  readonly positions: readonly number[];
  readonly actor: Actor;
}

/** Files of requests. Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface RequestFiles {
  /** Null for a request or a file that is not there. */
  find(requestId: string, position: number): Promise<StoredFile | null>;
  /** Null for a request that is not there. */
  ofRequest(requestId: string): Promise<FiledRequest | null>;
  recordDownload(download: Download): Promise<void>;
  /** As `recordDownload`, unless the same actor began to take the same files in the last day. */
  recordContinuedDownload(download: Download): Promise<void>;
  /** Those of the requests that are there. */
  existing(requestIds: readonly string[]): Promise<readonly string[]>;
  /** Whether there is a preview of the file. */
  recordPreview(requestId: string, position: number, hasPreview: boolean): Promise<void>;
}

/** Requests with files, from the newest to the oldest, that fit one archive. */
export interface FilesPart {
  readonly newestId: string;
  readonly oldestId: string;
  readonly requests: number;
  readonly files: number;
  readonly bytes: number;
}

export interface PartLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Takes the files of many requests out. Calls reject as those of `RequestFiles`. */
export interface FileExporter {
  /** The requests with files of a filter, in parts within the limits. None when there are none. */
  parts(filter: RequestFilter, limits: PartLimits, signal: AbortSignal): Promise<readonly FilesPart[]>;
  /** Those of a filter that are in the part now; null when they exceed the limits. */
  read(
    filter: RequestFilter,
    part: Pick<FilesPart, 'newestId' | 'oldestId'>,
    limits: PartLimits,
  ): Promise<readonly FiledRequest[] | null>;
  recordExport(filter: RequestFilter, actor: Actor): Promise<void>;
}
