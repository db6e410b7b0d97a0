import { ApiFailure } from '../../api/api-failure.ts';
import { type Cell, createCell } from '../../cells/cell.ts';
import { isSame } from '../draft/describe-changes.ts';
import type { SentStudio, Studio } from '../draft/draft-shapes.ts';
import { type FormFault, faultsOf, faultsOutside } from '../draft/form-faults.ts';
import { type Path, withValue } from '../draft/paths.ts';
import type { SavedKey } from '../draft/saved-keys.ts';

interface SavedState {
  /** The edited document. */
  readonly document: Studio;
  /** As the service has it. */
  readonly stored: Studio;
  readonly faults: readonly FormFault[];
}

/** Settings that are saved at once, without a draft. */
export interface SavedModel {
  readonly state: Cell<SavedState>;
  readonly isLocked: boolean;
  change(path: Path, value: unknown): void;
  replace(document: Studio): void;
  discard(): void;
  /** Takes over a value that was stored elsewhere. Members that are edited here stay. */
  follow(stored: Studio[SavedKey]): void;
  /** Sends the edited members and follows the response. Returns whether the service took them. @throws ApiFailure */
  save(send: (changed: object) => Promise<Studio[SavedKey]>): Promise<boolean>;
}

type Group = Readonly<Record<string, unknown>>;

export function createSavedModel(key: SavedKey, { document, locked }: SentStudio): SavedModel {
  const state = createCell<SavedState>({ document, stored: document, faults: [] });

  /** The members that were edited here. */
  function edited(): Group {
    const { document: now, stored } = state.value;
    const before = Object(stored[key]) as Group;
    return Object.fromEntries(Object.entries(now[key] ?? {}).filter(([name, value]) => !isSame(value, before[name])));
  }

  function follow(value: Studio[SavedKey]): void {
    const kept = edited();
    const stored = { ...state.value.stored, [key]: value };
    const isEdited = Object.keys(kept).length > 0;
    state.set({ ...state.value, stored, document: isEdited ? { ...stored, [key]: { ...value, ...kept } } : stored });
  }

  return {
    state,
    isLocked: locked.includes(key),
    change(path, value) {
      const { document: before, stored, faults } = state.value;
      const next = withValue(before, path, value);
      // A value that was typed back leaves nothing to save.
      const isBack = isSame(next[key], stored[key]);
      state.set({ stored, document: isBack ? stored : next, faults: faultsOutside(faults, path) });
    },
    replace: (next) => state.set({ ...state.value, document: next }),
    discard: () => state.set({ ...state.value, document: state.value.stored, faults: [] }),
    follow,
    async save(send) {
      const sent = edited();
      try {
        const value = await send(sent);
        const stored = { ...state.value.stored, [key]: value };
        state.set({ document: stored, stored, faults: [] });
        return true;
      } catch (error) {
        const issues = error instanceof ApiFailure ? error.problem?.issues : undefined;
        if (issues === undefined) throw error;
        const faults = faultsOf(issues.map((issue) => ({ ...issue, path: `/document${issue.path}` })));
        state.set({ ...state.value, faults });
        return false;
      }
    },
  };
}
