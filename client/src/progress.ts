import type { FileRange } from './multipart-body.ts';

/** The bytes of the form that were sent. Each attempt starts at 0. */
export interface Progress {
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** In the order of the form. */
  readonly files: readonly FileProgress[];
}

export interface FileProgress {
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export function progressAt(sentBytes: number, totalBytes: number, files: readonly FileRange[]): Progress {
  return {
    sentBytes,
    totalBytes,
    files: files.map(({ name, start, size }) => ({
      name,
      sentBytes: Math.min(Math.max(sentBytes - start, 0), size),
      totalBytes: size,
    })),
  };
}
