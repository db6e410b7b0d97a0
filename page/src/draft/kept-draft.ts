import { type Draft, emptyDraft } from './draft.ts';

/** What `localStorage` holds of a form that was not accepted yet, one for each endpoint. */
export interface KeptDraft {
  readonly draft: Draft;
  readonly savedAt: number;
  /** Of the files in `kept-files.ts`, in their order. */
  readonly fileIds: readonly string[];
  /** Of the submission that may have arrived already; null when the form was changed since. */
  readonly idempotencyKey: string | null;
}

const nameOf = (endpoint: string) => `commission-draft ${endpoint}`;

export function keepDraft(endpoint: string, kept: KeptDraft): void {
  try {
    localStorage.setItem(nameOf(endpoint), JSON.stringify(kept));
  } catch {
    // The browser keeps nothing, or has no room left.
  }
}

export function forgetDraft(endpoint: string): void {
  try {
    localStorage.removeItem(nameOf(endpoint));
  } catch {
    // Nothing was kept.
  }
}

export function readDraft(endpoint: string): KeptDraft | null {
  try {
    return parseDraft(JSON.parse(localStorage.getItem(nameOf(endpoint)) ?? 'null'));
  } catch {
    return null;
  }
}

/** What is no draft, or one of another version of the page, is taken as far as it fits. */
function parseDraft(value: unknown): KeptDraft | null {
  if (!isObject(value) || !isObject(value.draft)) return null;
  const { draft } = value;
  const text = (name: keyof Draft) => (typeof draft[name] === 'string' ? draft[name] : '');
  return {
    draft: {
      ...emptyDraft,
      customerName: text('customerName'),
      customerEmail: text('customerEmail'),
      customerSocials: text('customerSocials'),
      message: text('message'),
      typeId: text('typeId') || null,
      optionId: text('optionId') || null,
      customCardId: text('customCardId') || null,
      extraIds: texts(draft.extraIds),
    },
    savedAt: typeof value.savedAt === 'number' ? value.savedAt : Date.now(),
    fileIds: texts(value.fileIds),
    idempotencyKey: typeof value.idempotencyKey === 'string' ? value.idempotencyKey : null,
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
