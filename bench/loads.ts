/** Submissions of one kind, and how many of them are sent at once. */
export interface Load {
  readonly name: string;
  readonly title: string;
  readonly fileCount: number;
  readonly fileBytes: number;
  /** Submissions of one measurement. */
  readonly submissions: number;
  /** Submissions before the first measurement: until the compiler has done with the code, its threads cost the most. */
  readonly warmUpSubmissions: number;
  readonly concurrency: number;
  /** CPU time is taken in rounds of warm processes, the peak of memory once, of a process just started. */
  readonly measures: 'cpu-time' | 'peak-memory';
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export const loads: readonly Load[] = [
  {
    name: 'no-file',
    title: 'no file',
    fileCount: 0,
    fileBytes: 0,
    submissions: 3000,
    warmUpSubmissions: 4000,
    concurrency: 16,
    measures: 'cpu-time',
  },
  {
    name: 'small-file',
    title: 'one 64 KiB file',
    fileCount: 1,
    fileBytes: 64 * kibibyte,
    submissions: 600,
    warmUpSubmissions: 2000,
    concurrency: 16,
    measures: 'cpu-time',
  },
  {
    name: 'large-files',
    title: 'ten 10 MiB files',
    fileCount: 10,
    fileBytes: 10 * mebibyte,
    submissions: 4,
    warmUpSubmissions: 8,
    concurrency: 2,
    measures: 'cpu-time',
  },
  {
    name: 'eight-uploads',
    title: 'eight uploads of ten 10 MiB files at once',
    fileCount: 10,
    fileBytes: 10 * mebibyte,
    submissions: 16,
    warmUpSubmissions: 0,
    concurrency: 8,
    measures: 'peak-memory',
  },
];
