import { createStoredValue } from '../../../page-kit/stored-value.ts';
import type { Studio } from './draft-shapes.ts';

/** What was typed and the service does not have yet. */
export interface KeptDraft {
  /** The draft that the changes began with. */
  readonly before: Studio;
  readonly document: Studio;
}

/** Keeps it in this browser, over a reload and while the service is away. */
export interface KeptDrafts {
  read(): KeptDraft | null;
  write(draft: KeptDraft): void;
  remove(): void;
}

const stored = createStoredValue('inbox-form', (value) => (isKept(value) ? value : null));

/** @param scope Whoever is signed in: nobody sends what another person has typed. */
export function createKeptDrafts(scope: string): KeptDrafts {
  return {
    read: () => stored.read(scope),
    write: (draft) => void stored.write(scope, draft),
    remove: () => stored.remove(scope),
  };
}

function isKept(value: unknown): value is KeptDraft {
  const { before, document } = Object(value);
  return [before, document].every((one) => Array.isArray(Object(one).types));
}
