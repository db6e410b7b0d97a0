import type { Form } from './form.ts';
import type { LoadJob } from './load-job.ts';

/** Submissions of one kind. */
export interface Load {
  readonly name: string;
  readonly title: string;
  /** Sent in turn, starting again with the first after the last. */
  readonly forms: readonly Form[];
  readonly steps: readonly Step[];
  /** The load of the same submissions without the addition, which takes turns with this one. */
  readonly plainName?: string;
  /** Submissions before the first measurement. Until then, V8's compiler threads use the most CPU time. */
  readonly warmUpSubmissions: number;
}

/** The time limit for measuring a load of one form. A load of several forms is always sent whole. */
const maxMeasurementMs = 1500;
const maxWarmUpMs = 15_000;
const maxLeadInMs = 500;

export function jobOf(load: Load, step: Step): LoadJob {
  return {
    forms: load.forms,
    ...step,
    maxDurationMs: load.forms.length === 1 ? maxMeasurementMs : Number.MAX_SAFE_INTEGER,
  };
}

/**
 * Returns the submissions before each measurement, which are not counted. V8 discards code and memory of an idle
 * process, and the first thousand submissions after a pause use 1.5 times the CPU time.
 */
export function leadInJobOf(load: Load, step: Step): LoadJob {
  return { ...jobOf(load, step), submissions: Math.ceil(step.submissions / 2), maxDurationMs: maxLeadInMs };
}

/** Uses as many connections as the largest step of the load. */
export function warmUpJobOf(load: Load): LoadJob {
  const concurrency = Math.max(...load.steps.map((step) => step.concurrency));
  return { forms: load.forms, submissions: load.warmUpSubmissions, concurrency, maxDurationMs: maxWarmUpMs };
}

/** One measurement of a load in each round. */
export interface Step {
  /** The number of connections. Each has one submission in progress. */
  readonly concurrency: number;
  /** The maximum number of submissions. */
  readonly submissions: number;
}

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

const noFile: Form = { fileCount: 0, fileBytes: 0 };
const smallFile: Form = { fileCount: 1, fileBytes: 64 * kibibyte };
const mediumFiles: Form = { fileCount: 3, fileBytes: mebibyte };
export const largeFiles: Form = { fileCount: 10, fileBytes: 10 * mebibyte };

export const noFileLoad: Load = {
  name: 'no-file',
  title: 'no file',
  forms: [noFile],
  steps: [
    { concurrency: 1, submissions: 4000 },
    { concurrency: 8, submissions: 12_000 },
    { concurrency: 64, submissions: 20_000 },
  ],
  warmUpSubmissions: 30_000,
};

const smallFileLoad: Load = {
  name: 'small-file',
  title: 'one 64 KiB file',
  forms: [smallFile],
  steps: [
    { concurrency: 1, submissions: 800 },
    { concurrency: 8, submissions: 1600 },
    { concurrency: 64, submissions: 2400 },
  ],
  warmUpSubmissions: 4000,
};

/**
 * The loads at which all contestants take turns. Large ones have fewer submissions, because the bytes determine the
 * cost.
 */
export const loads: readonly Load[] = [
  noFileLoad,
  keyed(noFileLoad),
  withAnswers(noFileLoad),
  smallFileLoad,
  keyed(smallFileLoad),
  {
    name: 'medium-files',
    title: 'three 1 MiB files',
    forms: [mediumFiles],
    steps: [
      { concurrency: 1, submissions: 40 },
      { concurrency: 8, submissions: 64 },
      { concurrency: 64, submissions: 128 },
    ],
    warmUpSubmissions: 128,
  },
  {
    name: 'large-files',
    title: 'ten 10 MiB files',
    forms: [largeFiles],
    // Not 64, because the peers hold whole submissions in memory several times over.
    steps: [
      { concurrency: 1, submissions: 3 },
      { concurrency: 8, submissions: 8 },
    ],
    warmUpSubmissions: 8,
  },
  {
    name: 'mix',
    title: 'a mix of these (70, 20, 8, 2 %)',
    forms: mixOf([
      [noFile, 70],
      [smallFile, 20],
      [mediumFiles, 8],
      [largeFiles, 2],
    ]),
    steps: [
      { concurrency: 1, submissions: 100 },
      { concurrency: 8, submissions: 100 },
      { concurrency: 64, submissions: 200 },
    ],
    warmUpSubmissions: 200,
  },
];

/** Returns the load with an idempotency key for each submission. */
function keyed(load: Load): Load {
  return added(load, 'keyed', { isKeyed: true });
}

/** Returns the load with a part `commission-form` of 2 KiB for each submission. */
function withAnswers(load: Load): Load {
  return added(load, 'answers', { hasAnswers: true });
}

function added(load: Load, name: string, addition: Partial<Form>): Load {
  return {
    ...load,
    name: `${load.name}-${name}`,
    title: `${load.title}, ${name}`,
    forms: load.forms.map((form) => ({ ...form, ...addition })),
    // Copies, because a series is identified by its step object.
    steps: load.steps.map((step) => ({ ...step })),
    plainName: load.name,
  };
}

/** Returns a hundred forms, the same in every run, with the kinds evenly distributed. */
function mixOf(parts: readonly (readonly [Form, number])[]): Form[] {
  const inBlocks = parts.flatMap(([form, count]) => Array.from({ length: count }, () => form));
  const stride = 37;
  return inBlocks.map((_, index) => inBlocks[(index * stride) % inBlocks.length] as Form);
}
