import type { Actor } from '../../events/events.ts';
import type { ObjectKey } from '../../platform/objects/object-key.ts';
import type { PictureFacts } from '../../studio/previews/picture-facts.ts';
import type { RequestFile } from '../facets/files.ts';
import type { RequestFilter } from './request-filter-shape.ts';

/** A file of a request, and the object that holds it. */
export interface StoredFile extends RequestFile {
  readonly key: ObjectKey;
}

/** The result of an attempt to make a preview. Facts that are null or missing stay as they are. */
interface PreviewAttempt extends Partial<PictureFacts> {
  readonly preview: boolean;
  /** 464 hex digits by which pictures are compared, as `pictureHash`. Null for a picture that cannot be compared. */
  readonly hash?: string | null;
}

export interface UncomparedFile {
  readonly requestId: string;
  readonly position: number;
}

/** The fields of a request that downloads of its files need. */
export interface RequestWithFiles {
  readonly id: string;
  /** The short number that people call the request by, such as `K7QX-29MB`. */
  readonly number: string;
  readonly createdAt: Date;
  readonly customerName: string;
  /** In the order in which the customer attached them. */
  readonly files: readonly StoredFile[];
}

/** The files of one request that an actor downloads. */
export interface Download {
  readonly requestId: string;
  readonly positions: readonly number[];
  readonly actor: Actor;
}

/** Files of requests. Calls reject when the database cannot be reached, or with a QueryTimeoutError. */
export interface RequestFiles {
  /** Resolves with null when the request or the file does not exist. */
  find(requestId: string, position: number): Promise<StoredFile | null>;
  /** Resolves with null when the request does not exist. */
  ofRequest(requestId: string): Promise<RequestWithFiles | null>;
  recordDownload(download: Download): Promise<void>;
  /** Records a download unless the same actor has an event for the same files in the last day. */
  recordContinuedDownload(download: Download): Promise<void>;
  /** Resolves with the identifiers of those requests that exist. */
  existing(requestIds: readonly string[]): Promise<readonly string[]>;
  recordPreview(requestId: string, position: number, attempt: PreviewAttempt): Promise<void>;
  /** Resolves with the newest picture whose hash is missing, once, or with null. */
  claimUncompared(): Promise<UncomparedFile | null>;
  /** Lets a claimed picture be claimed again. */
  unclaimUncompared(file: UncomparedFile): Promise<void>;
}

/** A range of requests with files, from the newest to the oldest, that fits one archive. */
export interface ZipPart {
  readonly newestId: string;
  readonly oldestId: string;
  readonly requests: number;
  readonly files: number;
  readonly bytes: number;
}

export interface ZipPartLimits {
  readonly files: number;
  readonly bytes: number;
}

/** Exports the files of many requests. Calls reject like those of `RequestFiles`. */
export interface FileExporter {
  /** Divides the filter's requests with files into parts within the limits. Without files there are no parts. */
  parts(filter: RequestFilter, limits: ZipPartLimits, signal: AbortSignal): Promise<readonly ZipPart[]>;
  /** Resolves with the requests of the filter that are in the part now, or with null when they exceed the limits. */
  read(
    filter: RequestFilter,
    part: Pick<ZipPart, 'newestId' | 'oldestId'>,
    limits: ZipPartLimits,
  ): Promise<readonly RequestWithFiles[] | null>;
  recordExport(filter: RequestFilter, actor: Actor): Promise<void>;
}
