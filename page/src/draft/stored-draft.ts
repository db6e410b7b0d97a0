import { createStoredValue } from '../../../page-kit/stored-value.ts';
import type { Answer } from '../../../src/intake/submission/asked-questions.ts';
import { type AgreedVersion, type Draft, draftOf } from './draft.ts';

/** The part of an unaccepted form in `localStorage`. */
export interface StoredDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** Keys of the files that `stored-files.ts` stores, in the order of the form. */
  readonly fileIds: readonly string[];
  /** False while a file is being stored. Until then no other page takes the draft over. */
  readonly isWhole: boolean;
  /** Key of a submission that may have reached the service, or null when the form was changed after it. */
  readonly idempotencyKey: string | null;
  /** Differs after each write. */
  readonly revision: string;
}

/** The newest draft. There is one for each endpoint. */
export const storedDraft = createStoredValue('commission-draft', parseDraft);

/** Drafts that a page overwrote without having read them, the oldest first. */
export const storedVersions = createStoredValue('commission-draft-versions', (value) =>
  Array.isArray(value) ? value.map(parseDraft).filter((draft) => draft !== null) : null,
);

function parseDraft(value: unknown): StoredDraft | null {
  if (!isObject(value) || !isObject(value.draft) || typeof value.revision !== 'string') return null;
  const { draft, revision } = value;
  const text = (name: keyof Draft) => (typeof draft[name] === 'string' ? draft[name] : '');
  return {
    draft: draftOf(text, texts(draft.extraIds), {
      answers: valuesOf(draft.answers, isAnswer),
      agreed: valuesOf(draft.agreed, isAgreedVersion),
      queueName: text('queueName'),
    }),
    savedAt: typeof value.savedAt === 'number' ? value.savedAt : Date.now(),
    fileIds: texts(value.fileIds),
    isWhole: value.isWhole !== false,
    idempotencyKey: typeof value.idempotencyKey === 'string' ? value.idempotencyKey : null,
    revision,
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Keeps the entries that have such a value. The browser's store may hold anything. */
function valuesOf<T>(value: unknown, isValue: (one: unknown) => one is T): Readonly<Record<string, T>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, T] => isValue(entry[1])));
}

function isAnswer(value: unknown): value is Answer {
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function isAgreedVersion(value: unknown): value is AgreedVersion {
  return isObject(value) && typeof value.sha256 === 'string' && typeof value.language === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
